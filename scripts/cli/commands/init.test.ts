import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../command-line.ts";
import { printedBy } from "../testing/printed.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "init-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function writeProject(more: object = {}): void {
  write("package.json", JSON.stringify({ dependencies: { express: "^5.1.0" }, ...more }, null, 4));
  write("app.js", `const express = require("express");\nconst app = express();\n`);
}

const init = (...args: string[]) => printedBy(() => main(["init", ...args]), { folder });

interface Shown {
  readonly steps: readonly { path?: string; after?: string; command?: string[] }[];
  readonly isAdded: boolean;
}

/** What is planned, by path; the commands are joined. */
async function planned(...args: string[]) {
  const { text, shown } = await init("--json", ...args);
  expect(shown).toBe("");
  const { steps, isAdded } = JSON.parse(text) as Shown;
  expect(isAdded).toBe(false);
  return {
    files: Object.fromEntries(steps.map(({ path = "", after }) => [path, after])),
    commands: steps.flatMap(({ command }) => command?.join(" ") ?? []),
  };
}

test("it shows what it adds, and without a terminal it changes nothing", async () => {
  writeProject();
  const { status, text, shown } = await init();
  expect([status, shown]).toEqual([2, expect.stringContaining("Add --yes.")]);
  expect(text).toMatch(/^app\.js makes an application of Express 5 \(JavaScript, CommonJS\)/);
  expect(text).toMatch(/ {2}add {5}spec\/main\.tsp$/m);
  expect(text).toMatch(/^ +5 \+ app\.use\(validateWith\(contract\)\);$/m);
  expect(readFileSync(join(folder, "app.js"), "utf8")).not.toContain("validateWith");
  expect((await init("--dry-run")).status).toBe(0);
});

test("the package.json keeps its entries, its order and its indentation", async () => {
  writeProject({ scripts: { "contract:check": "mine" }, private: true });
  const { files } = await planned();
  expect(files["package.json"]).toMatch(/^\{\n {4}"dependencies"/);
  expect(JSON.parse(files["package.json"] ?? "")).toMatchObject({
    private: true,
    scripts: { "contract:check": "mine", "contract:generate": "contract generate" },
    dependencies: { express: "^5.1.0", "@contract-toolkit/skeleton": "0.1.0" },
    devDependencies: { "@contract-toolkit/cli": "0.1.0" },
    overrides: {},
  });
});

test.each([
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn install"],
  ["package-lock.json", "npm install --no-audit --no-fund"],
])("with %s the command is %s", async (lock, command) => {
  writeProject();
  write(lock, "");
  expect((await planned()).commands).toEqual([command, expect.stringContaining("generate")]);
});

test("an application in a folder has the generated files in this folder", async () => {
  writeProject({ type: "module" });
  rmSync(join(folder, "app.js"));
  write("src/web/app.mjs", `import express from "express";\nexport const app = express();\n`);
  const { files, commands } = await planned();
  expect(files["src/web/app.mjs"]).toContain(`"../generated/api/index.ts"`);
  expect(files["package.json"]).toContain(`"contract check --out src/generated"`);
  expect(commands).toContain("npx contract generate --out src/generated");
});

test.each([
  [
    "CommonJS",
    `{\n  // comment\n  "compilerOptions": { "module": "commonjs", "outDir": "dist" }\n}`,
    `{\n  // comment\n  "compilerOptions": {\n    "moduleResolution": "nodenext", "module": "nodenext", "outDir": "dist" }\n}`,
  ],
  [
    "ES modules",
    `{ "compilerOptions": { "module": "esnext", "moduleResolution": "node" } }`,
    `{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }`,
  ],
  ["ES modules", `{ "compilerOptions": { "module": "nodenext" } }`, undefined],
])("%s in TypeScript: %s", async (modules, before, after) => {
  writeProject({ type: modules === "CommonJS" ? "commonjs" : "module" });
  rmSync(join(folder, "app.js"));
  write("app.ts", `import express from "express";\nexport const app = express();\n`);
  write("tsconfig.json", before);
  const { files } = await planned();
  expect(files["tsconfig.json"]).toBe(after);
  expect(files["app.ts"]).toContain(`"./generated/api/index.js"`);
});

test("a bundled application keeps its modules, and settings in tabs are shown with spaces", async () => {
  writeProject({ type: "commonjs" });
  rmSync(join(folder, "app.js"));
  write("app.ts", `import express from "express";\nexport const app = express();\n`);
  write(
    "tsconfig.json",
    `{\n\t"compilerOptions": { "module": "ESNext", "moduleResolution": "Node" }\n}`,
  );
  const { files } = await planned();
  expect(files["tsconfig.json"]).toContain(`"module": "ESNext", "moduleResolution": "bundler"`);
  expect((await init("--dry-run")).text).not.toContain("u0009");
});

test("the settings that include the application are changed", async () => {
  writeProject({ type: "commonjs" });
  rmSync(join(folder, "app.js"));
  write("src/app.ts", `import express from "express";\nexport const app = express();\n`);
  const references = `"files": [], "references": [{ "path": "./tsconfig.test.json" }, { "path": "./tsconfig.app.json" }]`;
  write("tsconfig.json", `{ "compilerOptions": { "moduleResolution": "node" }, ${references} }`);
  const inherited = `{ "extends": "./tsconfig.json", "include": ["src"], "compilerOptions": { "module": "commonjs" } }`;
  write("tsconfig.app.json", inherited);
  write("tsconfig.test.json", inherited.replace("src", "test"));
  const { files } = await planned();
  expect(files["tsconfig.app.json"]).toContain(
    `"moduleResolution": "nodenext", "module": "nodenext"`,
  );
  expect(files["tsconfig.json"]).toBeUndefined();
});

const another = `const app = require("express")();`;

test.each<[string, string, Record<string, string | undefined>, string[]]>([
  ["no package.json", "There is no package.json here", { "package.json": undefined }, []],
  ["no Express", "no dependency express", { "package.json": "{}" }, []],
  [
    "an old Express",
    "Express 3 is not supported",
    { "package.json": `{ "dependencies": { "express": "~3.1" } }` },
    [],
  ],
  ["no application", "makes no Express application", { "app.js": "" }, []],
  ["two applications", "Choose one with --app FILE", { "other.js": another }, []],
  [
    "another specification",
    "The folder spec is not empty",
    { "a.tsp": "", "spec/a": "" },
    ["--from", "a.tsp"],
  ],
  ["no service", "no namespace with @service", { "spec/main.tsp": "model A {}" }, []],
  ["no tsconfig.json", "there is no tsconfig.json", { "a.ts": another }, ["--app", "a.ts"]],
])("%s is refused before anything is written", async (_, message, files, args) => {
  writeProject();
  for (const [path, text] of Object.entries(files))
    if (text === undefined) rmSync(join(folder, path));
    else write(path, text);
  const { status, shown } = await init("--yes", ...args);
  expect([status, shown]).toEqual([2, expect.stringContaining(message)]);
});
