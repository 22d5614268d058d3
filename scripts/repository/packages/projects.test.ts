import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { blocksOf } from "../../../docs/tests/readme.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { follow } from "../../../server/skeleton/testing/running-process.ts";
import { installPackages, linkPackages } from "./testing/installed-packages.ts";
import { run } from "./testing/run.ts";

const installed = await installPackages();
const project = join(installed.folder, "notes");
const modules = join(installed.folder, "node_modules");
const cli = join(modules, "@contract-toolkit/cli/contract.js");

afterAll(() => {
  installed[Symbol.dispose]();
});

/** npm links what is installed already. */
const programs = join(installed.folder, "programs");
mkdirSync(programs);
const npm = `#!/bin/sh
  if test "$1" = install; then test -e node_modules || ln -s "${modules}" node_modules; else PATH="\${PATH#*:}" exec npm "$@"; fi
`;
writeFileSync(join(programs, "npm"), npm, { mode: 0o755 });

function command(folder: string, ...args: readonly string[]) {
  const path = [programs, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  return run(folder, "env", `PATH=${path}`, ...args);
}

const template = join(modules, "@contract-toolkit/create/scaffolding.json");
const answers = ["--template", "notes", "--no-prompt", "--output-dir", project];
await run(installed.folder, resolve("node_modules/.bin/tsp"), "init", template, ...answers);
const manifest = JSON.parse(read("package.json")) as Record<
  "dependencies" | "devDependencies",
  object
>;
linkPackages(
  installed.folder,
  Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
);
installOwnCompiler();
mkdirSync(join(modules, ".bin"));
symlinkSync(cli, join(modules, ".bin/contract"));
symlinkSync(resolve("node_modules/typescript-7/bin/tsc"), join(modules, ".bin/tsc"));
for (const name of ["oxfmt", "tsp"])
  symlinkSync(resolve("node_modules/.bin", name), join(modules, ".bin", name));
symlinkSync(modules, join(project, "node_modules"));
const [snippet = ""] = await blocksOf("client/runtime/README.md", "ts");
writeFileSync(join(project, "client/as-in-readme.ts"), snippet.replaceAll("./gen", "../gen"));

test("contract new makes the files that tsp init makes", async () => {
  const node = process.execPath;
  // The Node.js of the user, by which npm runs, may be older.
  const args = [`npm_node_execpath=${node}`, node, cli, "new", "created/notes", "--no-install"];
  const made = await run(installed.folder, "env", ...args);
  expect(made.stdout).toContain("cd created/notes");
  const own = ["node_modules", ".git", "as-in-readme.ts"].map((name) => `--exclude=${name}`);
  const { text } = await run(installed.folder, "diff", "-r", ...own, "notes", "created/notes");
  // It also installs a Node.js, because `tsp` may run with one that cannot run TypeScript.
  expect(text.match(/^(?:diff|Only|<).*/gm)).toEqual(
    ["created/notes/package.json", '"node": "24', '"esbuild": true,', '"node": true'].map(
      (part) => expect.stringContaining(part) as unknown,
    ),
  );
});

// An ordinary run checks the project only with the additions of its README.
test.runIf(full)("a new project passes its own checks", async () => {
  expect(await run(project, "npm", "run", "generate")).toMatchObject({ status: 0 });
  const tested = await run(project, "npm", "test");
  expect(tested.text).not.toMatch(/^failed/m);
  expect(tested).toMatchObject({ status: 0 });
  expect(tested.text).toMatch(/✔ every case was played .*\nℹ fail 0$/ms);
});

test(
  "the README of a new project leads to a field and an operation that pass all checks",
  { timeout: full ? 600_000 : 180_000 },
  async () => {
    const [field = "", sample = "", note = "", ...others] = snippets();
    const [operation = "", samples = "", handler = "", ...rest] = others;
    expect(rest).toEqual([]);
    change("spec/main.tsp", (text) =>
      text.replace(
        "  pinned?: boolean = false;\n",
        (text) => `${text}\n${field.replaceAll(/^(?=.)/gm, "  ")}`,
      ),
    );
    change("spec/samples.tsp", (text) =>
      text.replace("  writeNote,\n", (text) => text + sample.replaceAll(/^(?=.)/gm, "  ")),
    );
    if (full) {
      expect(await run(project, "npm", "run", "generate")).toMatchObject({ status: 0 });
      const dropped = await run(project, "npm", "test");
      expect(dropped.status).toBe(1);
      expect(dropped.text).toContain("in-folder");
    }
    change("server/app.ts", (text) =>
      text.replace(/^ *const note = \{.*\n/m, note.replaceAll(/^(?=.)/gm, "      ")),
    );
    change("spec/main.tsp", (text) => `${text}\n${operation}`);
    change("spec/samples.tsp", (text) => `${text}\n${samples}`);
    expect(await run(project, "npx", "tsp", "compile", "spec")).toMatchObject({ status: 0 });

    if (full) {
      const unhandled = await run(project, "npm", "test");
      expect(unhandled.status).toBe(1);
      expect(unhandled.text).toMatch(/server\/app\.ts.*removeNote/);
    }

    change("server/app.ts", (text) =>
      text.replace(
        "    writeNote(",
        (text) => `${handler.replaceAll(/^(?=.)/gm, "    ")}\n${text}`,
      ),
    );
    const tested = await run(project, "npm", "test");
    expect(tested.text).not.toMatch(/^failed/m);
    expect(tested.status, tested.text).toBe(0);
    expect(tested.text).toMatch(/✔ every case was played .*\nℹ fail 0$/ms);
    expect(read("generated/notes/types.ts")).toContain("folder?: string");
  },
);

test("a project begins with an OpenAPI document, and serves an operation with a handler", async () => {
  writeFileSync(join(installed.folder, "pets.yaml"), pets);
  const create = join(modules, "@contract-toolkit/create/create.js");
  const args = [process.execPath, create, "pets", "--from", "pets.yaml"];
  const made = await command(installed.folder, ...args);
  expect(made.text).toContain("cd pets");
  expect(made.status).toBe(0);
  const folder = join(installed.folder, "pets");
  const text = readFileSync(join(folder, "server/pets.ts"), "utf8");
  const handler = "{\n  getPet: ({ path: { id } }, reply) => reply(200, { id }),\n}";
  writeFileSync(join(folder, "server/pets.ts"), text.replace(/\{\};\n$/, `${handler};\n`));
  const tested = await run(folder, "npm", "test");
  expect(tested.text).toMatch(/pass 2\nℹ fail 0$/m);
});

test("a folder that is not empty is refused", async () => {
  const again = await run(project, process.execPath, cli, "new", ".");
  expect(again.status).toBe(2);
  expect(again.text).toContain("is not empty");
});

/** A form that the modules of an application have. */
interface Form {
  readonly app: string;
  readonly type: string;
  readonly imports: string;
  readonly tsconfig?: object;
  /** The program that runs, if the application is compiled. */
  readonly main?: string;
}

const forms: Readonly<Record<string, Form>> = {
  "JavaScript, ES modules": {
    app: "app.js",
    type: "module",
    imports: `import express from "express";`,
  },
  "JavaScript, CommonJS": {
    app: "src/app.js",
    type: "commonjs",
    imports: `const express = require("express");`,
  },
  "TypeScript, ES modules": {
    app: "src/app.ts",
    type: "module",
    imports: `import express from "express";`,
    tsconfig: { module: "nodenext", allowImportingTsExtensions: true, noEmit: true },
  },
  "TypeScript, CommonJS": {
    app: "src/app.ts",
    type: "commonjs",
    imports: `import express from "express";`,
    main: "dist/app.js",
    tsconfig: {
      module: "nodenext",
      outDir: "dist",
      rootDir: "src",
      esModuleInterop: true,
    },
  },
};

const express4 = "express-4";
/** In an ordinary run each form and each version once. */
const ordinary = [
  ["JavaScript, ES modules", "express"],
  ["JavaScript, CommonJS", express4],
  ["TypeScript, ES modules", express4],
  ["TypeScript, CommonJS", "express"],
] as const;
const every = Object.keys(forms).flatMap((form) => [
  [form, "express"] as const,
  [form, express4] as const,
]);

test.each(full ? every : ordinary)(
  "contract init validates an application: %s on %s",
  async (name, express) => {
    const form = forms[name] as Form;
    const project = makeProject(form, express);
    project.write("spec/main.tsp", books);
    await addContract(project, form, "--from", "spec/main.tsp");
    expect(project.read("contract/spec/main.tsp")).toBe(books);
    if (form.tsconfig) expect(await project.npm("build")).toMatchObject({ status: 0 });
    if (full) expect(await project.npm("contract:check")).toMatchObject({ status: 0 });

    const url = await project.start(form.main ?? form.app);
    const get = async (path: string) => {
      const response = await fetch(new URL(path, url));
      return [response.status, JSON.parse(await response.text()) as unknown];
    };
    expect(await get("/books/night")).toEqual([200, { title: "night" }]);
    expect(await get("/books/far-too-long")).toMatchObject([400, { status: 400 }]);
    expect(await get("/books/wrong")).toMatchObject([500, { status: 500 }]);
    expect(await get("/members")).toEqual([200, ["Ada"]]);
  },
);

test("without a specification there is an example, and with --from an OpenAPI document", async () => {
  const form = forms["JavaScript, ES modules"] as Form;
  const example = makeProject(form, "express");
  await addContract(example, form);
  expect((await fetch(`${await example.start(form.app)}/example/${"a".repeat(41)}`)).status).toBe(
    400,
  );

  const imported = makeProject(form, "express");
  imported.write("books.yaml", document);
  await addContract(imported, form, "--from", "books.yaml");
  expect((await fetch(`${await imported.start(form.app)}/books/far-too-long`)).status).toBe(400);
});

/** Runs `contract init`, which changes no file but package.json, and adds the lines that it prints. */
async function addContract(
  { contract, read, write }: ReturnType<typeof makeProject>,
  { app }: Form,
  ...args: string[]
): Promise<void> {
  const [before, tsconfig] = [read(app), read("tsconfig.json")];
  const { status, stdout, text } = await contract("init", "--yes", "--json", ...args);
  expect(status, text).toBe(0);
  expect([read(app), read("tsconfig.json")]).toEqual([before, tsconfig]);
  const { lines } = JSON.parse(stdout) as { lines: { place: string; line: string }[] };
  const [mounted, used] = lines.map(({ line }) => line);
  const rows = before.split("\n");
  const at = Number(/below line (\d+)/.exec(lines[1]?.place ?? "")?.[1]);
  write(app, [mounted, ...rows.slice(0, at), used, ...rows.slice(at)].join("\n"));
  expect(await contract("init", "--yes")).toMatchObject({ status: 2 });
}

/** Makes a project with an application, whose dependencies are installed. */
function makeProject({ app, type, imports, tsconfig }: Form, express: string) {
  const folder = mkdtempSync(join(installed.folder, "app-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const dependencies = { express: express === express4 ? "^4.21.2" : "^5.1.0" };
  const scripts = tsconfig && { scripts: { build: "tsc" } };
  write("package.json", JSON.stringify({ name: "shop", type, ...scripts, dependencies }));
  if (tsconfig)
    write(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { ...options, ...tsconfig }, include: ["src"] }),
    );
  write(app, `${imports}\n${routes}`);
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(modules).filter((name) => name !== "express"))
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  symlinkSync(resolve("node_modules", express), join(folder, "node_modules/express"));
  return {
    write,
    read: (path: string) =>
      existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : "",
    contract: (...args: string[]) => command(folder, process.execPath, cli, ...args),
    npm: (script: string) => command(folder, "npm", "run", script),
    async start(file: string): Promise<string> {
      const server = follow(spawn(process.execPath, [file], { cwd: folder }));
      onTestFinished(async () => void (await server.end("SIGKILL")));
      return (await server.printed(/http:\S+/))[0];
    },
  };
}

function read(file: string): string {
  return readFileSync(join(project, file), "utf8");
}

function change(file: string, edit: (text: string) => string): void {
  const text = read(file);
  const changed = edit(text);
  expect(changed).not.toBe(text);
  writeFileSync(join(project, file), changed);
}

/** Installs the compilers as npm does: the project has its own, and the generator keeps the one it needs. */
function installOwnCompiler(): void {
  const own = join(modules, "@contract-toolkit/generate/node_modules");
  mkdirSync(own);
  renameSync(join(modules, "typescript"), join(own, "typescript"));
  symlinkSync(resolve("node_modules/typescript-7"), join(modules, "typescript"));
}

/** The snippets of the project's README, in their order. */
function snippets(): string[] {
  return [...read("README.md").matchAll(/^ {3}```tsp?\n(.*?)^ {3}```$/gms)].map(([, text = ""]) =>
    text.replaceAll(/^ {3}/gm, ""),
  );
}

const pets = `
openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      security: [{ key: [] }]
      description: A description that is longer than eighty and shorter than one hundred columns of text.
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 9 } }]
      responses:
        "200":
          description: A pet.
          content:
            application/json: { schema: { $ref: "#/components/schemas/Pet" } }
            application/xml: { schema: { $ref: "#/components/schemas/Pet" } }
        "400": { description: Refused. }
        "401": { description: Who asks? }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-API-Key } }
  schemas:
    Pet:
      type: object
      required: [id]
      xml: { name: pet }
      properties: { id: { type: string, maxLength: 9 }, kind: { $ref: "#/components/schemas/Kind" } }
    Kind: { type: string, enum: [cat, dog], deprecated: true }
`;

/** Settings that a compiled application usually has. */
const options = { target: "es2023", lib: ["es2023", "dom"], strict: true, skipLibCheck: true };

const routes = `
const app = express();
app.disable("x-powered-by");
app.use(express.json());
app.get("/books/:id", ({ params: { id } }, response) => {
  response.json(id === "wrong" ? { titel: id } : { title: id });
});
app.get("/members", (_request, response) => void response.json(["Ada"]));
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string") console.log("http://127.0.0.1:" + address.port);
});
`;

const books = `import "@typespec/http";
using Http;

@service(#{ title: "Lending" })
namespace Lending;

@route("/books/{id}")
@get
op readBook(@path @maxLength(9) id: string): { title: string };
`;

const document = `
openapi: 3.0.3
info: { title: Lending, version: 1.0.0 }
paths:
  /books/{id}:
    get:
      operationId: readBook
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 9 } }]
      responses:
        "200":
          description: A book.
          content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } }
`;
