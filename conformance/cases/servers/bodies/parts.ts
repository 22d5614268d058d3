import { boundary, formParts, type FormPart } from "../../../wire-body.ts";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import { percentEscape, isAsWritten, type Row } from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import type { BodyTable } from "./body-table.ts";

export function addParts({ context, base, content, add, refused }: BodyTable): void {
  if (!isAsWritten(base, "/body")) return;
  const parts = formParts(content, base.request.body);
  add("RFC 2046, section 5.1.1", "as-sample", boundaries(parts));
  add("RFC 7578, section 4.2", "as-sample", multipartSpellings(parts));
  const noForm = refused([400, 415, 422], { isRepeated: true });
  if (!context.allows({ ...base.request, body: {} }))
    add("RFC 2046, section 5.1.1", noForm, noForms(parts));
  add("RFC 7578, section 4", "as-sample-or-refused", tolerable(parts));
  add("RFC 7578, section 4", "documented", [
    ...fileNames(parts),
    ...ambiguousMultipartForms(parts),
  ]);
  const text = parts.find(({ type }) => type === "string");
  if (!text) return;
  const control = replacePartContent(parts, text, `${text.content.toString("utf8")}0`);
  add("RFC 7578, section 4.2", { kind: "unlike-sample", control }, otherTexts(parts, text));
}

interface Spelling {
  readonly mark?: string;
  /** Parameters after `multipart/form-data`. */
  readonly type?: string;
  readonly lineEnd?: string;
  readonly before?: string;
  readonly end?: string;
  /** After each mark. */
  readonly padding?: string;
}

function writeFormParts(parts: readonly FormPart[], spelling: Spelling = {}): RawForm {
  const { mark = boundary, lineEnd = "\r\n", before = "", padding = "" } = spelling;
  const { type = `; boundary=${mark}`, end = `--${mark}--${lineEnd}` } = spelling;
  const texts = parts.map(({ head, content }) => {
    const bytes = content.length === 0 ? "" : `{hex:${content.toString("hex")}}`;
    return [`--${mark}${padding}`, ...head, "", bytes, ""].join(lineEnd);
  });
  return {
    headers: { "Content-Type": [`multipart/form-data${type}`] },
    body: { text: before + texts.join("") + end },
  };
}

type ChangeHead = (head: FormPart["head"], part: FormPart) => FormPart["head"];

function withHeads(parts: readonly FormPart[], change: ChangeHead): RawForm {
  return writeFormParts(parts.map((part) => ({ ...part, head: change(part.head, part) })));
}

function withLines(parts: readonly FormPart[], change: (line: string) => string): RawForm {
  return withHeads(parts, (head) => head.map(change));
}

function replacePartContent(parts: readonly FormPart[], changed: FormPart, text: string): RawForm {
  return writeFormParts(
    parts.map((part) => (part === changed ? { ...part, content: Buffer.from(text) } : part)),
  );
}

/** A copy of the first part with another head; empty if there are no parts. */
function likeFirst(parts: readonly FormPart[], head: string): FormPart[] {
  return parts.slice(0, 1).map((part) => ({ ...part, head: [head] }));
}

const disposition = "Content-Disposition: form-data";

function boundaries(parts: readonly FormPart[]): Row[] {
  const odd = "a'()+_,-./:=?b";
  const marks = "a boundary of all allowed punctuation marks";
  const after = `; boundary=${boundary}; charset=utf-8`;
  const further = `--${boundary}--\r\nThat was it.\r\n--${boundary}\r\n`;
  const rows: readonly (readonly [name: string, why: string, spelling: Spelling])[] = [
    ["boundary in quotes", "a quoted boundary", { type: `; boundary="${boundary}"` }],
    ["boundary of one character", "the shortest boundary", { mark: "x" }],
    ["boundary of 70 characters", "the longest boundary", { mark: "b".repeat(70) }],
    ["boundary of odd characters", marks, { mark: odd, type: `; boundary="${odd}"` }],
    ["BOUNDARY", "the parameter in capitals", { type: `; BOUNDARY=${boundary}` }],
    ["parameter after boundary", "a parameter after the boundary", { type: after }],
    ["preamble", "lines before the first boundary", { before: "This is a form.\r\n\r\n" }],
    ["epilogue", "lines after the last boundary", { end: further }],
    ["no line end", "no line end after the last boundary", { end: `--${boundary}--` }],
  ];
  return rows.map(([name, why, spelling]) => [name, why, writeFormParts(parts, spelling)]);
}

function multipartSpellings(parts: readonly FormPart[]): Row[] {
  const named = (change: (name: string) => string) =>
    withLines(parts, (line) => line.replace(/^[^:]+/, change));
  const further = withHeads(parts, (head) =>
    head.flatMap((line) =>
      line.startsWith(disposition) ? ["X-Undocumented-1: a", "X-Undocumented-2: b", line] : [line],
    ),
  );
  const textType = "Content-Type: text/plain; charset=UTF-8";
  const typed = withHeads(parts, (head, { type }) =>
    type === "file" || type === "json" ? head : [...head, textType],
  );
  const dense = withLines(parts, (line) => line.replace(": ", ":").replaceAll("; ", ";"));
  const names = [...new Set(parts.map(({ name }) => name))];
  const backwards = names
    .toReversed()
    .flatMap((name) => parts.filter((part) => part.name === name));
  return [
    ["headers in lower case", "header names in lower case", named((name) => name.toLowerCase())],
    ["headers in capitals", "header names in capitals", named((name) => name.toUpperCase())],
    ["headers without spaces", "no space after colons and semicolons", dense],
    ["further headers", "unknown header fields before the others", further],
    ["texts with types", "texts with a type and charset", typed],
    ["in another sequence", "parts in another sequence", writeFormParts(backwards)],
    [
      "in chunks of 1 byte",
      "parts in chunks of 1 byte",
      { ...writeFormParts(parts), chunkBytes: 1 },
    ],
  ];
}

function noForms(parts: readonly FormPart[]): Row[] {
  const otherForm = writeFormParts(parts, { type: "; boundary=undocumented" });
  const cut = writeFormParts(parts, { end: `--${boundary}\r\n${disposition}; name="a"` });
  const preamble = writeFormParts([], { mark: "x", end: "This is a form.\r\n" });
  const pairs = parts.map(
    ({ name, content }) => `${name}=${encodeURIComponent(content.toString("latin1"))}`,
  );
  return [
    ["no boundary", "a Content-Type without a boundary", writeFormParts(parts, { type: "" })],
    ["empty boundary", "an empty boundary", writeFormParts(parts, { type: "; boundary=" })],
    ["other boundary", "a boundary that does not occur in the body", otherForm],
    ["cut off", "a form without its last boundary", writeFormParts(parts, { end: "" })],
    ["cut off in a part", "a form that ends within a part", cut],
    ["no parts", "a form without parts", writeFormParts([])],
    ["preamble alone", "lines without a boundary", preamble],
    ["an urlencoded form", "an urlencoded form", { body: { text: pairs.join("&") } }],
  ];
}

function otherTexts(parts: readonly FormPart[], text: FormPart): Row[] {
  const own = text.content.toString("utf8");
  const otherCase = withHeads(parts, (head, part) =>
    part === text
      ? head.map((line) => line.replace(`name="${text.name}"`, `name="${inOtherCase(text.name)}"`))
      : head,
  );
  return [
    [
      "text escaped",
      "a text as percent-escapes",
      replacePartContent(parts, text, percentEscape(own)),
    ],
    ["space before text", "a space before a text", replacePartContent(parts, text, ` ${own}`)],
    ["space after text", "a space after a text", replacePartContent(parts, text, `${own} `)],
    [
      "line end after text",
      "a line end after a text",
      replacePartContent(parts, text, `${own}\r\n`),
    ],
    ["name in another case", "a name in another case", otherCase],
  ];
}

/** Forms that a server may accept or refuse. */
function tolerable(parts: readonly FormPart[]): Row[] {
  const further = likeFirst(parts, `${disposition}; name="undocumented"`);
  const bare = withLines(parts, (line) => line.replace(/ name="([\w-]+)"/, " name=$1"));
  const binary = withHeads(parts, (head) => [...head, "Content-Transfer-Encoding: binary"]);
  const single = parts.find(({ name }) => parts.filter((part) => part.name === name).length === 1);
  const rows: Row[] = [
    [
      "spaces after boundaries",
      "spaces after the boundaries",
      writeFormParts(parts, { padding: " \t" }),
    ],
    ["LF", "line ends without CR", writeFormParts(parts, { lineEnd: "\n" })],
    ["undocumented part", "an undocumented part", writeFormParts([...further, ...parts])],
    ["name without quotes", "a name without quotation marks", bare],
    ["transfer encoding", "parts with Content-Transfer-Encoding: binary", binary],
  ];
  if (single) {
    const twice = writeFormParts([...parts, single]);
    const { name } = single;
    rows.push([`${name} twice`, `the part ${name} twice`, twice, "repeated-parameters"]);
  }
  return rows;
}

function fileNames(parts: readonly FormPart[]): Row[] {
  if (!parts.some(({ type }) => type === "file")) return [];
  const names = {
    "with a path": '; filename="../../undocumented.bin"',
    "in UTF-8": '; filename="{hex:c3b6}.bin"',
    "with quotes": '; filename="a\\"b.bin"',
    "with escapes": '; filename="a%22b%00.bin"',
    "of RFC 5987": "; filename*=UTF-8''%c3%b6.bin",
    "of no length": '; filename=""',
    "that is missing": "",
    "of 2,000 characters": `; filename="${"x".repeat(2000)}"`,
  };
  return Object.entries(names).map(([what, name]): Row => {
    const raw = withLines(parts, (line) => line.replace(/; filename="[^"]*"/, () => name));
    return [`file name ${what}`, `a file name ${what}`, raw];
  });
}

/** Forms without a defined meaning. The server may accept or reject them, but only with a documented response. */
function ambiguousMultipartForms(parts: readonly FormPart[]): Row[] {
  const nameless = writeFormParts([...likeFirst(parts, disposition), ...parts]);
  const headless = writeFormParts([...likeFirst(parts, "X-Undocumented: 1"), ...parts]);
  const inherited = writeFormParts([
    ...parts,
    ...likeFirst(parts, `${disposition}; name="__proto__"`),
  ]);
  const [empty] = likeFirst(parts, `${disposition}; name="u"`);
  const many = empty ? Array<FormPart>(1000).fill({ ...empty, content: Buffer.of() }) : [];
  return [
    ["part without name", "a part without a name", nameless],
    ["part without disposition", "a part without Content-Disposition", headless],
    ["part of any object", "a part named __proto__", inherited],
    ["1,000 parts", "a form of 1,000 more parts", writeFormParts([...parts, ...many])],
  ];
}
