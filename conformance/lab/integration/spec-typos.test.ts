import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { virtualHost } from "../../../spec/library/testing/virtual-host.ts";
import { compileSpec } from "../../../scripts/generate/compile.ts";

const folder = join(import.meta.dirname, "../../../scripts/new/template/spec");
const main = join(folder, "main.tsp");
const samples = join(folder, "samples.tsp");

/** What is told when a text of a new project's specification is another one: file, line and column, and the message. */
async function told(file: string, from: string, to: string): Promise<string[]> {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  const error = await compileSpec(main, { host: virtualHost(file, text.replace(from, to)) }).catch(
    (thrown: unknown) => thrown as Error,
  );
  return error instanceof Error ? error.message.split("\n") : [];
}

/** Where a text begins in a changed file, as messages write it; of a text that is repeated, the first. */
function placeOf(file: string, from: string, to: string, text: string): string {
  const changed = readFileSync(file, "utf8").replace(from, to);
  expect(changed).toContain(text);
  const before = changed.split(text)[0] ?? "";
  const lines = before.split("\n");
  return `${relative(process.cwd(), file)}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}

/** A typo, the text that the message stands at, and the message. */
const typos: readonly (readonly [
  name: string,
  file: string,
  from: string,
  to: string,
  at: string,
  message: string,
])[] = [
  [
    "a type",
    main,
    "text: string",
    "text: strng",
    "strng",
    "Unknown identifier strng; did you mean string?",
  ],
  [
    "a decorator",
    main,
    "@maxLength(1000)",
    "@maxLenght(1000)",
    "maxLenght",
    "Unknown decorator @maxLenght; did you mean @maxLength?",
  ],
  [
    "an answer",
    main,
    "| NoSuchNote;",
    "| NoSuchNotes;",
    "NoSuchNotes;",
    "Unknown identifier NoSuchNotes; did you mean NoSuchNote?",
  ],
  [
    "a brace that is not closed",
    main,
    "= false;\n}",
    "= false;\n",
    "model Problem",
    "A brace or bracket before it may not be closed.",
  ],
  [
    "a string that is not closed",
    main,
    '"/notes/{name}")',
    '"/notes/{name})',
    '"/notes/{name})',
    "Unterminated string literal. Close it",
  ],
  [
    "a semicolon that is missing",
    main,
    "detail?: string;",
    "detail?: string",
    "\n\n  /** Each field",
    "';' expected.",
  ],
  [
    "an import of a library that is missing",
    main,
    'import "@typespec/http";\n',
    "\n",
    "Http;",
    'Unknown identifier Http; add `import "@typespec/http";`.',
  ],
  [
    "a `using` that is missing",
    main,
    "using Contract;",
    "",
    "errorCode",
    "Unknown decorator @errorCode; as are @refusal, @retryable; add `using Contract;`.",
  ],
  [
    "an import of a file",
    main,
    "./samples.tsp",
    "./sample.tsp",
    'import "./sample.tsp',
    "Paths start from the file that imports.",
  ],
  [
    "an operation of the same name",
    main,
    "op writeNote",
    "op readNote",
    "readNote(\n  /** What the note is called. */\n  @path name: NoteName,\n\n",
    "It is declared at line 90 already; give one of them another name.",
  ],
  [
    "a default of another type",
    main,
    "= false",
    '= "no"',
    '"no"',
    `Type '"no"' is not assignable to type 'boolean'`,
  ],
  [
    "a parameter of a path",
    main,
    "/notes/{name}",
    "/notes/{nam}",
    "readNote(",
    "Route reference parameter 'nam'",
  ],
  [
    "a field of a sample's answer",
    samples,
    'text: "Bread, tea", pinned: false }',
    'txet: "Bread, tea", pinned: false }',
    "txet",
    "txet is not a field of Notes.Note; did you mean text?",
  ],
  [
    "a parameter of a sample",
    samples,
    'name: "nothing"',
    'nam: "nothing"',
    "nam:",
    "'nam' does not exist",
  ],
  [
    "a field of a sample that is missing",
    samples,
    'title: "Not Found",',
    "",
    "#{\n    type",
    "title is missing, which Notes.Problem requires",
  ],
  [
    "a value of a sample",
    samples,
    "pinned: true",
    'pinned: "yes"',
    'pinned: "yes"',
    `Type '"yes"' is not assignable to type 'boolean'`,
  ],
  [
    "a status of a sample",
    samples,
    "_: 404",
    "_: 405",
    "_: 405",
    "_ of Notes.InvalidRequest is 400, not 405, or: _ of Notes.NoSuchNote is 404, not 405",
  ],
  [
    "the operation of a sample",
    samples,
    "  readNote,",
    "  raedNote,",
    "raedNote,",
    "Unknown identifier raedNote; did you mean readNote?",
  ],
  [
    "a brace of a sample that is not closed",
    samples,
    '#{ text: "" }',
    '#{ text: "" ',
    '#{ title: "no-text"',
    "Property expected.",
  ],
];

test.each(typos)(
  "%s is told once, where it is, with what to do",
  async (_, file, from, to, at, message) => {
    const lines = await told(file, from, to);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(message);
    expect(lines[0]).toContain(`${placeOf(file, from, to, at)} - error `);
  },
);

test("two causes are told, both", async () => {
  const lines = await told(main, "text: string", "text: strng; other: int23");
  expect(lines).toHaveLength(2);
});
