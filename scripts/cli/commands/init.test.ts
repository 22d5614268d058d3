import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { main } from "../command-line.ts";
import { folderWith, type Files } from "../testing/folder.ts";
import { printedBy } from "../testing/printed.ts";

const manifest = { "package.json": '{ "dependencies": { "express": "^5.1.0" } }' };
const application = {
  ...manifest,
  "app.js": `const express = require("express");\nconst app = express();\n`,
};

/** Runs the command in a folder with these files, or in one below it. */
async function init(files: Files, args: readonly string[], member = ".") {
  await using folder = await folderWith(files);
  const at = { folder: folder.of(member) };
  const printed = await printedBy(() => main(["init", ...args]), at);
  return { ...printed, found: readdirSync(folder.path).sort() };
}

test("it shows what it adds, and without a terminal it writes nothing", async () => {
  const { status, stdout, stderr, found } = await init(application, []);
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
  expect(found).toEqual(["app.js", "package.json"]);
  const dry = await init(application, ["--dry-run"]);
  expect(dry).toMatchObject({ found });
  expect(dry.stdout).toContain("Nothing was written.");
});

test.each([
  ["package-lock.json", ".", "npm install --no-audit", "npm exec --no -- contract"],
  ["pnpm-lock.yaml", ".", "pnpm add", "pnpm exec contract"],
  ["yarn.lock", ".", "yarn add", "yarn run contract"],
  ["bun.lock", ".", "bun add", "bun run contract"],
  ["pnpm-lock.yaml", "packages/shop", "pnpm add", "pnpm exec contract"],
])("with %s above %s it runs %s", async (lock, member, add, exec) => {
  const own = { [`${member}/package.json`]: '{ "dependencies": { "express": "4" } }' };
  const { stdout } = await init({ [lock]: "", ...own }, ["--dry-run"], member);
  expect(stdout).toContain(`  run  ${add} `);
  expect(stdout).toContain(`  run  ${exec} generate`);
});

test.each([
  ["src/web/app.ts", "import express from 'express'\nexport const api: Express = express();", 2],
  ["app.mjs", "import * as express from 'express';\n\n\nlet api = express()", 4],
])("the lines for %s", async (path, text, line) => {
  const specifier = path === "app.mjs" ? "./contract/index.js" : "../../contract/index.js";
  const { stdout } = await init({ ...manifest, [path]: text }, ["--json"]);
  const { lines } = JSON.parse(stdout) as { lines: object[] };
  expect(lines).toMatchObject([
    { line: `import { validation } from "${specifier}";` },
    {
      place: expect.stringContaining(`${path}, below line ${line},`) as string,
      line: "api.use(validation);",
    },
  ]);
});

test.each([
  [`const app = require("express")();`, "to app.js or other.js, with the other imports"],
  [undefined, "to the application, with the other imports"],
])(
  "without the one file that makes an application, the lines name none or all",
  async (text, to) => {
    const files = text === undefined ? { "app.js": "" } : { "other.js": text };
    const { stdout } = await init({ ...application, ...files }, ["--dry-run"]);
    expect(stdout).toContain(to);
  },
);

const scripts = '"scripts": { "contract:check": "mine" }';

test.each<[string, string, Files, string[]]>([
  ["no package.json", "There is no package.json here", { "app.js": "" }, []],
  ["no Express", "no dependency express", { "package.json": "{}" }, []],
  ["another contract", "contract exists already", { ...application, "contract/a": "" }, []],
  [
    "another script",
    "another script contract:check already",
    { "package.json": `{ ${scripts}, "dependencies": { "express": "5" } }` },
    [],
  ],
  ["no such file", "is no file with an OpenAPI document", application, ["--from", "a.tsp"]],
])("%s is refused before anything is written", async (_, message, files, args) => {
  const { status, stderr } = await init(files, ["--yes", ...args]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
