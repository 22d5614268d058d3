import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { virtualHost } from "../../../spec/library/testing/virtual-host.ts";
import { compileSpec } from "../compile.ts";

const folder = join(import.meta.dirname, "../../cli/new/template/spec");

/** A text of a new project, the typo, the message, and the text it must point at. Default: the text after ~. */
type Typo = readonly [from: string, to: string, message: string, at?: string];

const typos: Readonly<Record<string, readonly Typo[]>> = {
  "main.tsp": [
    ["text: string", "text: ~Date", "identifier Date; did you mean plainDate or utcDateTime?"],
    ["@maxLength(1000)", "@~maxLen(1)", "decorator @maxLen; did you mean @maxLength?"],
    ["pinned?: boolean = false", "pinned?: ~low", 'import it, or write "low" for a text.'],
    ["@path name: NoteName,\n", "", "parameters; add `@path`, or change", "readNote("],
    ["= false;\n}", "= false;", "A brace or bracket before it may not be closed.", "model Problem"],
    ['"/notes/{name}")', '~"/notes/{name})', "Unterminated string literal. Close it"],
    ["detail?: string;", "detail?: string~", "';' expected."],
    ['import "@typespec/http";', "", 'identifier Http; add `import "@typespec/http";`.', "Http;"],
    ["using Contract;", "", "as are @refusal, @retryable; add `using Contract;`.", "errorCode"],
    ['import "./samples.tsp"', '~import "./sample.tsp"', "Paths start from the file that imports."],
    ['"/notes/{name}")', "~'/notes/{name}')", 'A text is in double quotes: "text".'],
    ["= false;\n}", "= false; k: K = K.~c } enum K { b }\nnamespace A { enum K { a } }", "are K.b"],
    ["= false;\n}", "= false; k: ~one }\nnamespace A { const one = 1; }", "add `using Notes.A;`"],
    ["= false;\n}", "= false; o: {n: string} = #{~m: 1} }", "'m' does not exist in type"],
    ["text: string", "text: ~array<string>", "array is a reserved keyword. A list of strings is"],
    ["op writeNote", "op ~readNote", "line 90 of main.tsp already; give one of them another name."],
    ["@put\nop ", "@get\nop ~", "at line 90 of main.tsp already; give one of them another route."],
    ["= false", '= ~"no"', `Type '"no"' is not assignable to type 'boolean'`],
    ["/notes/{name}", "/notes/{nam}", "Route reference parameter 'nam'", "readNote("],
  ],
  "samples.tsp": [
    ["text: ", "~txet: ", "txet is not a field of Notes.Note; did you mean text?"],
    ['name: "nothing"', '~nam: "nothing"', "nam is not a field of this object; did you mean name?"],
    ['title: "Not Found",', "", "title is missing, which Notes.Problem requires", "#{\n    type"],
    ["pinned: true", '~pinned: "yes"', `Type '"yes"' is not assignable to type 'boolean'`],
    [
      "_: 404",
      "~_: 405",
      "InvalidRequest is 400, not 405, or: _ of Notes.NoSuchNote is 404, not 405",
    ],
    ['title: "found",', "", "title is missing, which Contract.Sample requires", "#{\n    \n"],
    ["providerStates:", "~providerState:", "of Contract.Sample; did you mean providerStates?"],
    ["returnType: noSuchNote", "returnType: ~noSuchNot", "did you mean noSuchNote?"],
    ["  readNote,", "  ~raedNote,", "Unknown identifier raedNote; did you mean readNote?"],
    ['{ name: "Shopping" }', '{ name: "Shopping" ', "Check the text before it, too.", "\n);"],
  ],
};

/** The messages about a specification in which a file has another text. */
async function messagesAbout(file: string, text: string): Promise<string[]> {
  const host = virtualHost(file, text);
  const compiled = compileSpec(join(folder, "main.tsp"), { host });
  const error = await compiled.catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message.split("\n") : [];
}

describe.each(Object.entries(typos))("in %s", (name, typed) => {
  const file = join(folder, name);
  const text = readFileSync(file, "utf8");

  test.each(typed.map(([from, to, message, at = "~"]) => ({ from, to, message, at })))(
    "$from typed as $to is reported once, at its position, with a solution",
    async ({ from, to, message, at }) => {
      const marked = text.replace(from, to);
      expect(marked).not.toBe(text);
      const before = (marked.split(at)[0] ?? "").split("\n");
      const place = `${before.length}:${(before.at(-1) ?? "").length + 1}`;
      const lines = await messagesAbout(file, marked.replace("~", ""));
      expect(lines).toEqual([expect.stringContaining(message)]);
      expect(lines[0]).toContain(`${relative(process.cwd(), file)}:${place} - error `);
    },
  );
});

test("two mistakes are both reported", async () => {
  const file = join(folder, "main.tsp");
  const text = readFileSync(file, "utf8").replace("text: string", "text: strng; other: int23");
  expect(await messagesAbout(file, text)).toEqual([
    expect.stringContaining("strng; did you mean string?"),
    expect.stringContaining("int23; did you mean int32?"),
  ]);
});

test("a mistake in a value is reported once, not again by what uses the value", async () => {
  const file = join(folder, "samples.tsp");
  const values = `
const plain: Note = #{ pinned: true };
const longer: Note = #{ ...plain, pinned: false };
const longest: Note = #{ ...longer };
`;
  expect(await messagesAbout(file, readFileSync(file, "utf8") + values)).toEqual([
    expect.stringMatching(/text.* is missing .*; 1 more error is in values that use this one$/),
  ]);
});
