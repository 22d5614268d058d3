import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { main } from "./command-line.ts";
import { folderWith, type Files } from "./testing/folder.ts";
import { printedBy } from "./testing/printed.ts";

/** Runs a command line in a folder with some files, and returns its exit status and its lines on standard error. */
async function run(args: readonly string[], files: Files = {}) {
  await using folder = await folderWith(files);
  await mkdir(folder.of("items"), { recursive: true });
  const { status, stderr: shown } = await printedBy(() => main(args), { folder: folder.path });
  return { status, lines: shown.split("\n") };
}

test.each([
  [["generate", "--nope"], "contract generate [ENTRY]", "Unknown option '--nope'."],
  [["generate", "--josn"], "contract generate [ENTRY]", "'--josn'. Did you mean --json?"],
  [["generate", "--out", "-x"], "contract generate [ENTRY]", "'--out=-XYZ'."],
  [["generate", "a.tsp", "b.tsp"], "contract generate [ENTRY]", "but got a.tsp, b.tsp. Name"],
  [["import"], "contract import FILE", "import needs exactly one OpenAPI file."],
])("a mistake in %j is printed last, after a short usage", async (args, usage, message) => {
  const { status, lines } = await run(args);
  expect(status).toBe(2);
  expect(lines.at(0)).toContain(usage);
  expect(lines.at(-2)).toContain(message);
  expect(lines.at(-2)).not.toContain("..");
  expect(lines.length).toBeLessThan(18);
});

test.each([
  [["--version"], "0.1.0\n"],
  [["help"], "contract <verb> [options]\n"],
  [["--help"], "contract <verb> [options]\n"],
  [["help", "mock"], "contract mock "],
  [["mock", "--help"], "contract mock "],
])("%j prints it and succeeds", async (args, text) => {
  const printed = await printedBy(() => main(args));
  expect(printed.status).toBe(0);
  expect(printed.stdout.startsWith(text)).toBe(true);
});

test.each([
  ["chek", 'contract has no verb "chek". Did you mean check?'],
  ["nothing-like-it", 'contract has no verb "nothing-like-it".'],
  ["constructor", 'contract has no verb "constructor".'],
])("the unknown verb %s is reported first, before the usage", async (verb, message) => {
  const { status, lines } = await run([verb]);
  expect(status).toBe(2);
  expect(lines.slice(0, 3)).toEqual([message, "", "contract <verb> [options]"]);
});

const damaged = { "items/index.ts": "", "items/messages.json": "{", "items/samples.json": "{" };
const json = {
  "items/messages.json": "{}",
  "items/openapi-3.1.json": "{}",
  "items/samples.json": "[]",
};
const latin1 = { "spec/main.tsp": Buffer.from("// Caf\xE9", "latin1") };
const older = { ...damaged, ...json };
const uninstalled = { ...damaged, "items/index.ts": 'import "not-installed";' };

test.each([
  ["a missing specification", ["generate"], {}, /spec\/main\.tsp not found; name the first file/],
  ["a byte of Latin-1", ["generate"], latin1, /main\.tsp:1:7: is not UTF-8/],
  ["a missing document", ["import", "none.json"], {}, /^none\.json cannot be read: no such/],
  ["an unset variable", ["check", "--base", ""], {}, /^The argument after --base is empty/],
  [
    "a file in place of a folder",
    ["new", "a/b", "--no-install"],
    { a: "" },
    /^The operating system refused: ENOTDIR/,
  ],
  ["a damaged contract", ["mock", "items"], damaged, /items is damaged, .* generate again\.$/],
  ["another version's", ["mock", "items"], older, /damaged, or of another version: .* again\.$/],
  ["a missing package", ["mock", "items"], uninstalled, /^Cannot find package .* npm install\.$/],
  ["a folder of contracts", ["replay", ".", "--mock"], damaged, /^\. is not .* Name one: items$/],
])(
  "%s is reported in one line, and with a stack for debugging",
  async (_, args, files, message) => {
    const { status, lines } = await run(args, files);
    expect(status).toBe(2);
    expect(lines).toEqual([expect.stringMatching(message), ""]);
    vi.stubEnv("CONTRACT_DEBUG", "1");
    const debugged = await run(args, files);
    vi.unstubAllEnvs();
    expect(debugged.lines).toContainEqual(expect.stringMatching(/^ +at /));
  },
);

test("a reader that ends first changes nothing", async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "contract.ts"), "help", "mock"]);
  child.stdout.destroy();
  expect(await once(child, "close")).toEqual([0, null]);
});

test("a Node.js that runs no TypeScript is told which one is needed", async () => {
  const entry = await readFile(join(import.meta.dirname, "contract.ts"), "utf8");
  // The entry is JavaScript, so that an older Node.js can read it.
  const own = ["--no-strip-types", "--input-type=module", "--eval", entry.replace(/^#!.*/, "")];
  const { status, stdout, stderr } = spawnSync(process.execPath, own, { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^contract needs Node\.js 22\.18 or later, and this is v.*\n$/);
});
