import { existsSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runNode, runVisibly } from "./processes.ts";

test("a program that goes on after SIGTERM is ended early, as compilers are", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "processes-"));
  const [program, begun] = [join(folder.path, "goes-on.cjs"), join(folder.path, "begun")];
  writeFileSync(
    program,
    `process.on("SIGTERM", () => {}); require("fs").writeFileSync(process.argv[2], ""); setInterval(() => {}, 1000);`,
  );
  const early = new AbortController();
  const run = runNode([program, begun], early.signal);
  await expect.poll(() => existsSync(begun)).toBe(true);
  early.abort();
  expect(await run).toEqual({ status: null, output: "", errors: "" });
});

test("commands of npm do not ask for the packages of the npx that runs this one", async () => {
  vi.stubEnv("npm_config_package", "node@24");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await runVisibly(["node", "-e", `process.exit("npm_config_package" in process.env ? 1 : 0)`]);
});
