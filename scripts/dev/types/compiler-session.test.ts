import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { typecheckByProcess } from "./compiler-process.ts";
import { openCompilerSession } from "./compiler-session.ts";
import { dependentsOf } from "./dependents.ts";

const compiler = resolve("node_modules/typescript-7/bin/tsc");
const signal = new AbortController().signal;

/** A project in which one file uses another, a third uses that, and a fourth uses none and is wrong. */
async function startProject() {
  const folder = mkdtempSync(join(tmpdir(), "compiler-session-"));
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
  };
  write("package.json", '{ "type": "module" }');
  write(
    "tsconfig.json",
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [], "lib": ["es2024"] } }',
  );
  write("note.ts", noteOf("string"));
  write(
    "read.ts",
    'import type { Note } from "./note.js";\nexport const read = (note: Note) => note.text;\n',
  );
  write(
    "handlers.ts",
    [
      'import { read } from "./read.js";',
      "export const length: number = 1;",
      'export const handlers: { read(): { text: string } } = {\r\n  read: () => ({ text: read({ text: "a" }) }) };',
    ].join("\n"),
  );
  write("other.ts", "export const other: string = 1;\n");
  const buildInfo = join(folder, "cache", "build.tsbuildinfo");
  const byProcess = () => typecheckByProcess(compiler, buildInfo, signal, folder);
  await byProcess();
  const session = await openCompilerSession(compiler, folder);
  if (!session) throw new Error("TypeScript 7 can be kept.");
  onTestFinished(async () => {
    await session.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, write, buildInfo, byProcess, session };
}

function noteOf(type: string): string {
  return `export interface Note { text: ${type} }\n`;
}

test("what depends on a change is told as the compiler's process tells it", async () => {
  const { folder, write, buildInfo, byProcess, session } = await startProject();
  const note = join(folder, "note.ts");
  const dependents = dependentsOf([note], buildInfo);
  expect(dependents.toSorted()).toEqual(
    ["handlers.ts", "note.ts", "read.ts"].map((file) => join(folder, file)),
  );
  const faultsBy = { "string | number": 1, string: 0, number: 2 };
  for (const [type, count] of Object.entries(faultsBy)) {
    write("note.ts", noteOf(type));
    const found = await session.faultsIn(dependents, [note]);
    const all = await byProcess();
    expect(found).toEqual(all?.filter(({ file }) => file !== "other.ts"));
    expect(found).toHaveLength(count);
  }
});

test("after it was told to forget, it sees what else has changed", async () => {
  const { folder, write, session } = await startProject();
  const handlers = join(folder, "handlers.ts");
  write("read.ts", "export const read = () => 1;\n");
  expect(await session.faultsIn([handlers], [])).toEqual([]);
  session.forget();
  expect(await session.faultsIn([handlers], [])).toHaveLength(2);
});

test("a compiler without such an API is not kept", async () => {
  expect(await openCompilerSession(resolve("node_modules/typescript/bin/tsc"))).toBeUndefined();
});
