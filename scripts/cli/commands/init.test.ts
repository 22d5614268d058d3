import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../command-line.ts";
import { printedBy } from "../testing/printed.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "init-"));
  write("package.json", '{ "dependencies": { "express": "^5.1.0" } }');
  write("app.js", `const express = require("express");\nconst app = express();\n`);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const init = (...args: string[]) => printedBy(() => main(["init", ...args]), { folder });

test("it shows what it adds, and without a terminal it writes nothing", async () => {
  const { status, stdout, stderr } = await init();
  expect([status, stderr]).toEqual([2, expect.stringContaining("Add --yes.")]);
  expect(stdout).toMatch(/ {2}run {2}npm install .* -E @contract-toolkit\/skeleton@/);
  expect(stdout).toMatch(/ {2}run {2}npm pkg set "?scripts\.contract:generate=contract generate/);
  expect(stdout).toContain("  add  contract/spec/main.tsp\n");
  expect(stdout).toContain(`You add:
  to app.js, with the other imports:
    const { validation } = require("./contract/index.js");
  to app.js, below line 2, behind middleware such as CORS, before body parsers and routes:
    app.use(validation);
`);
  expect((await init("--dry-run")).stdout).toContain("Nothing was written.");
  expect(readdirSync(folder).sort()).toEqual(["app.js", "package.json"]);
});

test.each([
  ["package-lock.json", ".", "npm install --no-audit", "npm exec --no -- contract"],
  ["pnpm-lock.yaml", ".", "pnpm add", "pnpm exec contract"],
  ["yarn.lock", ".", "yarn add", "yarn run contract"],
  ["bun.lock", ".", "bun add", "bun run contract"],
  ["pnpm-lock.yaml", "packages/shop", "pnpm add", "pnpm exec contract"],
])("with %s above %s it runs %s", async (lock, member, add, exec) => {
  write(lock, "");
  write(join(member, "package.json"), '{ "dependencies": { "express": "4" } }');
  const at = { folder: join(folder, member) };
  const { stdout } = await printedBy(() => main(["init", "--dry-run"]), at);
  expect(stdout).toContain(`  run  ${add} `);
  expect(stdout).toContain(`  run  ${exec} generate`);
});

test.each([
  ["src/web/app.ts", "import express from 'express'\nexport const api: Express = express();", 2],
  ["app.mjs", "import * as express from 'express';\n\n\nlet api = express()", 4],
])("the lines for %s", async (path, text, line) => {
  rmSync(join(folder, "app.js"));
  write(path, text);
  const specifier = path === "app.mjs" ? "./contract/index.js" : "../../contract/index.js";
  const { lines } = JSON.parse((await init("--json")).stdout) as { lines: object[] };
  expect(lines).toMatchObject([
    { line: `import { validation } from "${specifier}";` },
    {
      place: expect.stringContaining(`${path}, below line ${line},`) as string,
      line: "api.use(validation);",
    },
  ]);
});

test("without the one file that makes an application, the lines name none or all", async () => {
  write("other.js", `const app = require("express")();`);
  expect((await init("--dry-run")).stdout).toContain(
    "to app.js or other.js, with the other imports",
  );
  rmSync(join(folder, "other.js"));
  write("app.js", "");
  expect((await init("--dry-run")).stdout).toContain("to the application, with the other imports");
});

const scripts = '"scripts": { "contract:check": "mine" }';

test.each<[string, string, Record<string, string | undefined>, string[]]>([
  ["no package.json", "There is no package.json here", { "package.json": undefined }, []],
  ["no Express", "no dependency express", { "package.json": "{}" }, []],
  ["another contract", "contract exists already", { "contract/a": "" }, []],
  [
    "another script",
    "another script contract:check already",
    { "package.json": `{ ${scripts}, "dependencies": { "express": "5" } }` },
    [],
  ],
  ["no such file", "is no file with an OpenAPI document", {}, ["--from", "a.tsp"]],
])("%s is refused before anything is written", async (_, message, files, args) => {
  for (const [path, text] of Object.entries(files))
    if (text === undefined) rmSync(join(folder, path));
    else write(path, text);
  const { status, stderr } = await init("--yes", ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
