import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { blocksOf } from "../testing/readme.ts";
import { installPackages, linkPackages } from "./installed.ts";

const installed = installPackages();
const project = join(installed.folder, "notes");
const modules = join(installed.folder, "node_modules");
const cli = join(modules, "@contract-toolkit/cli/contract.js");

afterAll(() => {
  installed[Symbol.dispose]();
});

/** Runs a command in the project, as a shell does in which Node.js is the one that comes along. */
async function run(command: string, ...args: string[]): Promise<{ status: number; text: string }> {
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const started = promisify(execFile)(command, args, {
    cwd: project,
    // The test runner of Node.js, which the project uses, takes itself for a part of another one otherwise.
    env: { ...process.env, PATH: path, NODE_TEST_CONTEXT: undefined, NODE_ENV: undefined },
  });
  return started.then(
    ({ stdout, stderr }) => ({ status: 0, text: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { status: code, text: stdout + stderr };
    },
  );
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

/** As npm does: the project has the compiler of its own choice, and the command keeps the one that it needs. */
function installOwnCompiler(): void {
  const own = join(modules, "@contract-toolkit/cli/node_modules");
  mkdirSync(own);
  renameSync(join(modules, "typescript"), join(own, "typescript"));
  symlinkSync(resolve("node_modules/typescript-7"), join(modules, "typescript"));
}

/** What the project's README says to write, in its sequence. */
function snippets(): string[] {
  return [...read("README.md").matchAll(/^ {3}```tsp?\n(.*?)^ {3}```$/gms)].map(([, text = ""]) =>
    text.replaceAll(/^ {3}/gm, ""),
  );
}

test("a new project passes its own checks at once", { timeout: 120_000 }, async () => {
  const made = await promisify(execFile)(process.execPath, [cli, "new", "notes", "--no-install"], {
    cwd: installed.folder,
  });
  expect(made.stdout).toContain("cd notes");
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as {
    dependencies: object;
    devDependencies: object;
  };
  linkPackages(installed.folder, Object.keys({ ...dependencies, ...devDependencies }));
  installOwnCompiler();
  mkdirSync(join(modules, ".bin"));
  symlinkSync(cli, join(modules, ".bin/contract"));
  symlinkSync(modules, join(project, "node_modules"));

  const [snippet = ""] = await blocksOf("client/runtime/README.md", "ts");
  writeFileSync(join(project, "client/as-in-readme.ts"), snippet.replaceAll("./gen", "../gen"));

  expect(await run("npm", "run", "generate")).toMatchObject({ status: 0 });
  const tested = await run("npm", "test");
  expect(tested.text).not.toMatch(/^failed/m);
  expect(tested).toMatchObject({ status: 0 });
  expect(tested.text).toMatch(/pass 2$/m);
});

test(
  "its README leads to a field and an operation that are replayed",
  { timeout: 180_000 },
  async () => {
    const [field = "", operation = "", samples = "", handler = "", ...rest] = snippets();
    expect(rest).toEqual([]);
    change("spec/main.tsp", (text) =>
      text.replace(
        "  pinned?: boolean = false;\n",
        (each) => `${each}\n${field.replaceAll(/^(?=.)/gm, "  ")}`,
      ),
    );
    change("spec/main.tsp", (text) => `${text}\n${operation}`);
    change("spec/samples.tsp", (text) => `${text}\n${samples}`);
    expect(await run("npm", "run", "generate")).toMatchObject({ status: 0 });

    const unhandled = await run("npm", "test");
    expect(unhandled.status).toBe(1);
    expect(unhandled.text).toMatch(/server\/notes\.ts.*removeNote/);

    change("server/notes.ts", (text) =>
      text.replace(
        "    writeNote(",
        (each) => `${handler.replaceAll(/^(?=.)/gm, "    ")}\n${each}`,
      ),
    );
    const tested = await run("npm", "test");
    expect(tested.text).not.toMatch(/^failed/m);
    expect(tested).toMatchObject({ status: 0 });
    expect(read("generated/notes/types.ts")).toContain("folder?: string");
  },
);

test("a folder with something in it is left alone", async () => {
  const again = await run(process.execPath, cli, "new", ".");
  expect(again.status).toBe(2);
  expect(again.text).toContain("is not empty");
});
