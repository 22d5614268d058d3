import { existsSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { runNode, runVisibly } from "./processes.ts";
import { folderWith } from "./testing/folder.ts";

test("a program that goes on after SIGTERM is ended early, as compilers are", async () => {
  const goesOn = `process.on("SIGTERM", () => {}); require("fs").writeFileSync(process.argv[2], ""); setInterval(() => {}, 1000);`;
  await using folder = await folderWith({ "goes-on.cjs": goesOn });
  const begun = folder.of("begun");
  const early = new AbortController();
  const run = runNode([folder.of("goes-on.cjs"), begun], early.signal);
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
