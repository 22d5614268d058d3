import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksOf } from "../../../docs/tests/readme.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { installPackages, linkPackages } from "./testing/installed-packages.ts";
import { run } from "./testing/run.ts";

const installed = await installPackages();
const project = join(installed.folder, "notes");
const modules = join(installed.folder, "node_modules");
const cli = join(modules, "@contract-toolkit/cli/contract.js");

afterAll(() => {
  installed[Symbol.dispose]();
});

beforeAll(async () => {
  const args = [cli, "new", "notes", "--no-install"];
  const made = await run(installed.folder, process.execPath, ...args);
  expect(made.stdout).toContain("cd notes");
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as {
    dependencies: object;
    devDependencies: object;
  };
  linkPackages(installed.folder, Object.keys({ ...dependencies, ...devDependencies }));
  installOwnCompiler();
  mkdirSync(join(modules, ".bin"));
  symlinkSync(cli, join(modules, ".bin/contract"));
  for (const name of ["oxfmt", "tsp"])
    symlinkSync(resolve("node_modules/.bin", name), join(modules, ".bin", name));
  symlinkSync(modules, join(project, "node_modules"));
  const [snippet = ""] = await blocksOf("client/runtime/README.md", "ts");
  writeFileSync(join(project, "client/as-in-readme.ts"), snippet.replaceAll("./gen", "../gen"));
});

// An ordinary run checks the project only with the additions of its README.
test.runIf(full)("a new project passes its own checks", async () => {
  expect(await run(project, "npm", "run", "generate")).toMatchObject({ status: 0 });
  const tested = await run(project, "npm", "test");
  expect(tested.text).not.toMatch(/^failed/m);
  expect(tested).toMatchObject({ status: 0 });
  expect(tested.text).toMatch(/pass 2$/m);
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
    change("server/notes.ts", (text) =>
      text.replace(/^ *const note = \{.*\n/m, note.replaceAll(/^(?=.)/gm, "      ")),
    );
    change("spec/main.tsp", (text) => `${text}\n${operation}`);
    change("spec/samples.tsp", (text) => `${text}\n${samples}`);
    expect(await run(project, "npm", "run", "generate")).toMatchObject({ status: 0 });

    if (full) {
      const unhandled = await run(project, "npm", "test");
      expect(unhandled.status).toBe(1);
      expect(unhandled.text).toMatch(/server\/notes\.ts.*removeNote/);
    }

    change("server/notes.ts", (text) =>
      text.replace(
        "    writeNote(",
        (text) => `${handler.replaceAll(/^(?=.)/gm, "    ")}\n${text}`,
      ),
    );
    const tested = await run(project, "npm", "test");
    expect(tested.text).not.toMatch(/^failed/m);
    expect(tested.status, tested.text).toBe(0);
    expect(tested.text).toMatch(/pass 2$/m);
    expect(read("generated/notes/types.ts")).toContain("folder?: string");
  },
);

test("a project begins with an OpenAPI document, and serves an operation with a handler", async () => {
  const programs = join(installed.folder, "programs");
  mkdirSync(programs);
  const npm = `#!/bin/sh
    if test "$1" = install; then ln -s "${modules}" node_modules; else exec npm "$@"; fi`;
  writeFileSync(join(programs, "npm"), npm.replace("exec npm", `PATH="\${PATH#*:}" exec npm`), {
    mode: 0o755,
  });
  writeFileSync(join(installed.folder, "pets.yaml"), pets);
  const create = join(modules, "@contract-toolkit/create/create.js");
  const path = [programs, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const args = ["env", `PATH=${path}`, process.execPath, create, "pets", "--from", "pets.yaml"];
  const made = await run(installed.folder, ...(args as [string, ...string[]]));
  expect(made.text).toContain("cd pets");
  expect(made.status).toBe(0);
  const folder = join(installed.folder, "pets");
  const text = readFileSync(join(folder, "server/pets.ts"), "utf8");
  const handler = "{\n  getPet: ({ path: { id } }, reply) => reply(200, { id }),\n}";
  writeFileSync(join(folder, "server/pets.ts"), text.replace(/\{\};\n$/, `${handler};\n`));
  const tested = await run(folder, "npm", "test");
  expect(tested.text).toMatch(/pass 2$/m);
});

test("a folder that is not empty is refused", async () => {
  const again = await run(project, process.execPath, cli, "new", ".");
  expect(again.status).toBe(2);
  expect(again.text).toContain("is not empty");
});

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
      description: A description that is longer than eighty and shorter than one hundred columns of text.
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 9 } }]
      responses:
        "200":
          description: A pet.
          content:
            application/json: { schema: { $ref: "#/components/schemas/Pet" } }
            application/xml: { schema: { $ref: "#/components/schemas/Pet" } }
        "400": { description: Refused. }
components:
  schemas:
    Pet:
      type: object
      required: [id]
      xml: { name: pet }
      properties: { id: { type: string, maxLength: 9 }, kind: { $ref: "#/components/schemas/Kind" } }
    Kind: { type: string, enum: [cat, dog], deprecated: true }
`;
