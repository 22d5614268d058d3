import { execFile, execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { callback, now, secret, signed } from "../../../client/testing/callbacks.ts";
import { page } from "../../../client/testing/messages.ts";
import { json, serve } from "../../../client/runtime/testing.ts";
import { full } from "../testing/full.ts";
import { entryNames, installPackages } from "./installed.ts";

const repository = resolve(import.meta.dirname, "../../..");
const project = installPackages();
const manifests = [...project.manifests.values()];

afterAll(() => {
  project[Symbol.dispose]();
});

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

test.each(manifests)(
  "$name declares what it imports",
  ({ name, dependencies, peerDependencies }) => {
    const folder = join(project.folder, "node_modules", name);
    const texts = globSync("**/*.{js,d.ts}", { cwd: folder }).map((file) =>
      readFileSync(join(folder, file), "utf8"),
    );
    const imported = texts
      .flatMap((text) => [...text.matchAll(/^(?:import|export)\b[^;]*? from "([^."][^"]*)";$/gm)])
      .map(([, specifier = ""]) => specifier)
      .filter((specifier) => !isBuiltin(specifier));
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const undeclared = imported.map(packageOf).filter((each) => !declared.includes(each));
    expect([...new Set(undeclared)]).toEqual([]);
  },
);

test.each(manifests)("$name has no test, and no source that has to be compiled", ({ name }) => {
  const files = globSync("**/*.ts", { cwd: join(project.folder, "node_modules", name) });
  const isSource = (file: string) => !file.endsWith(".d.ts") || /\.test\./.test(file);
  expect(files.filter((file) => !file.includes("/template/") && isSource(file))).toEqual([]);
});

const entries = manifests.flatMap(entryNames);

test("every entry is there", async () => {
  expect(entries.length).toBeGreaterThan(10);
  const program = `for (const name of ${JSON.stringify(entries)}) console.log(Object.keys(await import(name)).length);`;
  writeFileSync(join(project.folder, "entries.mjs"), program);
  const { stdout } = await promisify(execFile)(process.execPath, ["entries.mjs"], {
    cwd: project.folder,
  });
  const counts = stdout.trim().split("\n").map(Number);
  expect(counts).toHaveLength(entries.length);
  expect(counts).not.toContain(0);
});

test.each(["typescript", "typescript-7", ...(full ? ["typescript-6"] : [])])(
  "the declarations typecheck under %s",
  async (compiler) => {
    const imports = entries.map((name, index) => `import * as e${index} from "${name}";\n`);
    writeFileSync(join(project.folder, "entries.ts"), `${imports.join("")}export {};\n`);
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext"];
    const libraries = ["--target", "es2022", "--lib", "es2024,dom,dom.iterable", "--types", "node"];
    const run = promisify(execFile)(
      process.execPath,
      [tsc, ...options, ...libraries, "entries.ts"],
      { cwd: project.folder },
    );
    await expect(run).resolves.toBeDefined();
  },
);

test("the command runs", async () => {
  const command = join(project.folder, "node_modules/@contract-toolkit/cli/contract.js");
  const { stdout } = await promisify(execFile)(process.execPath, [command, "--help"], {
    cwd: project.folder,
  });
  expect(stdout).toContain("contract <verb> [options]");
});

test("the client runs on every Node.js here that it declares", { timeout: 60_000 }, async () => {
  const { engines } = project.manifests.get("payment-gateway-client") ?? {};
  const [, least] = /^>=(\d+)$/.exec(engines?.node ?? "") ?? [];
  const declared = nodesOnPath().filter(({ major }) => major >= Number(least));
  expect(declared.map(({ path }) => path)).toContain(realpathSync(process.execPath));
  const { baseUrl } = await serve((response, count) => {
    json(response, 200, count % 2 === 1 ? page(1, 1) : { transactions: [] });
  });
  const body = callback();
  const given = JSON.stringify({ baseUrl, secret, body, headers: signed(body), now });
  for (const { path } of declared) {
    const args = ["--input-type=module", "--eval", program, given];
    const child = promisify(execFile)(path, args, { cwd: project.folder });
    expect((await child).stdout, path).toBe("A-1\norder.payment\noutside-contract\n");
  }
});

/** Uses every entry of the installed package. */
const program = `
import { createClient } from "payment-gateway-client";
import { paginate } from "payment-gateway-client/pagination";
import { responseValidation } from "payment-gateway-client/validate";
import { verifyCallback } from "payment-gateway-client/webhooks";

const { baseUrl, secret, body, headers, now } = JSON.parse(process.argv[1]);
const client = createClient({ baseUrl, token: "<JWT>", validate: responseValidation });
for await (const { orderId } of paginate(client)) console.log(orderId);
const callback = await verifyCallback(body, { secret, headers, now: new Date(now) });
console.log(callback.event.kind);
const signal = AbortSignal.timeout(30_000);
await client.listTransactions({}, { signal }).catch(({ code }) => console.log(code));
`;

/** Each Node.js that a command line finds, this one included. */
function nodesOnPath(): readonly { path: string; major: number }[] {
  const found = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const paths = [process.execPath, ...found.filter((path) => existsSync(path))];
  return [...new Set(paths.map((path) => realpathSync(path)))].map((path) => {
    const version = execFileSync(path, ["--version"], { encoding: "utf8" });
    return { path, major: Number(/^v(\d+)/.exec(version)?.[1]) };
  });
}
