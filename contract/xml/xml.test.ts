import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import { describe, expect, test } from "vitest";
import { readXml, writeXml, type XmlBody } from "../index.ts";

const dc = { namespace: "http://example.com/dc", prefix: "dc" };
const xml: XmlBody = {
  root: { name: "box", ...dc, value: "Box" },
  prefixes: { dc: dc.namespace },
  values: {
    Box: {
      fields: {
        id: { name: "id", type: "integer", as: "attribute" },
        label: { name: "label", ...dc, type: "string" },
        open: { name: "isOpen", type: "boolean" },
        items: { name: "item", value: "Item", as: "repeated", required: true },
        tags: { name: "tags", items: { name: "tag", type: "string" } },
        notes: { name: "notes", others: { type: "integer" } },
        within: { name: "within", value: "Box" },
      },
    },
    Item: {
      fields: {
        lang: { name: "lang", type: "string", as: "attribute" },
        text: { name: "text", type: "string", as: "text", required: true },
      },
    },
  },
};

const parser = new DOMParser({ onError: onErrorStopParsing });
const read = (text: string) => readXml(text, { xml }, parser);
const box = (content: string) => `<b:box xmlns:b="${dc.namespace}">${content}</b:box>`;
const violation = (reason: string, pointer = "/body") => [{ pointer, reason }];

describe("a value is written and read unchanged", () => {
  test.each([
    [
      "with every kind of field",
      { id: 1, label: "a", open: true, items: [{ lang: "en", text: "b" }], tags: ["c"] },
    ],
    ["with empty lists and texts", { items: [{ lang: "", text: "" }], tags: [], label: "" }],
    ["with a dictionary", { items: [], notes: { a: 1, __proto: 2, constructor: 3 } }],
    ["inside itself", { items: [], within: { items: [], within: { items: [] } } }],
    [
      "with characters that XML escapes",
      { items: [{ lang: "\t\n\r \"'<&>", text: "\r\n<&>]]>\u{1f642}" }] },
    ],
  ])("%s", (_, value) => {
    expect(read(writeXml(value, { xml }))).toEqual({ value, violations: [] });
  });
});

test("a document is written with its prefixes, its fields as they are documented", () => {
  expect(writeXml({ items: [{ text: "x", lang: "en" }], id: 1, label: "a" }, { xml })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><dc:box xmlns:dc="http://example.com/dc" id="1">' +
      '<dc:label>a</dc:label><item lang="en">x</item></dc:box>',
  );
});

test.each([
  ["null", { items: [], label: null }, "/body/label must be text"],
  ["an undocumented field", { items: [], other: 1 }, '/body has the field "other"'],
  ["an object in an attribute", { items: [{ lang: {} }] }, "/body/items/0/lang must be text"],
  [
    "a name that is no element",
    { items: [], notes: { "a b": 1 } },
    '/body/notes has the field "a b"',
  ],
  ["no object", "a", "/body must be an object"],
  ["no list", { items: [], tags: "a" }, "/body/tags must be a list"],
])("a value with %s is not written", (_, value, message) => {
  expect(() => writeXml(value, { xml })).toThrow(message);
});

/** XML 1.0, section 2.2. */
const illegal = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => !/[\t\n\r]/.test(character),
  ),
  ...["\ud800", "\udfff", "\udc00\ud800", "\ufffe", "\uffff"],
];

test.each<[pointer: string, valueOf: (text: string) => unknown]>([
  ["/body/label", (label) => ({ items: [], label })],
  ["/body/items/1/lang", (lang) => ({ items: [{}, { lang }] })],
  ["/body/items/0/text", (text) => ({ items: [{ text }] })],
  ["/body/tags/1", (tag) => ({ items: [], tags: ["a", tag] })],
  ["/body/notes/a", (a) => ({ items: [], notes: { a } })],
])("%s with a character that XML cannot hold is not written", (pointer, valueOf) => {
  for (const character of illegal)
    expect(() => writeXml(valueOf(`a${character}`), { xml })).toThrow(
      `${pointer} has a character that XML cannot hold`,
    );
});

test.each([
  ["another prefix", box("<b:label>a</b:label>"), { items: [], label: "a" }],
  [
    "a default namespace",
    `<box xmlns="${dc.namespace}"><label>a</label><isOpen>true</isOpen></box>`,
    { items: [], label: "a", open: true },
  ],
  [
    "sections, comments and instructions",
    box("<!-- <c/> --><b:label><![CDATA[<a>&amp;]]>b<?x y?></b:label>"),
    { items: [], label: "<a>&amp;b" },
  ],
  [
    "a byte mark at the start",
    `\ufeff<?xml version="1.0" encoding='utf-8'?>${box("")}`,
    { items: [] },
  ],
  ["references", box("<b:label>&lt;&#65;&#x42;</b:label>"), { items: [], label: "<AB" }],
  [
    "space between elements and around numbers",
    box(" <notes>\n<a> 1 </a></notes> "),
    { items: [], notes: { a: 1 } },
  ],
  [
    "a text that is no number, for the validator",
    box("<notes><a>one</a></notes>"),
    { items: [], notes: { a: "one" } },
  ],
  [
    "undocumented parts, as in JSON",
    box('<more a="1">x</more><more/><deep><a/></deep>'),
    { items: [], more: "", deep: {} },
  ],
  [
    "hints of schemas",
    box("").replace(
      ">",
      ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="0" xml:lang="en">',
    ),
    { items: [] },
  ],
])("reads %s", (_, text, value) => {
  expect(read(text)).toEqual({ value, violations: [] });
});

const notXml = "must be well-formed XML in UTF-8";
const noType = "must have no document type (DOCTYPE)";
const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);

test.each([
  [
    "a billion laughs",
    `<!DOCTYPE box [<!ENTITY l0 "lol">${laughs.join("")}]>${box("<b:label>&l9;</b:label>")}`,
    noType,
  ],
  [
    "an external entity",
    `<!DOCTYPE box [<!ENTITY x SYSTEM "file:///etc/passwd">]>${box("<b:label>&x;</b:label>")}`,
    noType,
  ],
  ["a document type after a comment", `<!-- --><!DOCTYPE box>${box("")}`, noType],
  ["an unknown entity", box("<b:label>&nbsp;</b:label>"), notXml],
  ["an ampersand", box("<b:label>a & b</b:label>"), notXml],
  ["another encoding", `<?xml version="1.0" encoding="UTF-16"?>${box("")}`, "must be XML in UTF-8"],
  ["too many levels", "<a>".repeat(65), "must nest no deeper than 64 levels"],
  [
    "too many tags",
    `<a>${"b<!---->".repeat(5000)}</a>`,
    "must have at most 5000 tags and comments",
  ],
  ["an unclosed element", "<a>".repeat(64), notXml],
  ["a wrong end", box("<a></b>"), notXml],
  ["an unclosed comment", box("<!--"), notXml],
  ["a repeated attribute", box("").replace(">", ' id="1" id="2">'), notXml],
  ["an attribute without quotation marks", box("").replace(">", " id=1>"), notXml],
  ["an attribute without a value", box("").replace(">", " id>"), notXml],
  ["an unknown prefix", "<c:box/>", notXml],
  [
    "too many attributes",
    `<a ${Array.from({ length: 257 }, (__, n) => `a${n}=""`).join(" ")}/>`,
    "must have at most 256 attributes in an element",
  ],
  ["two roots", box("") + box(""), notXml],
  ["text after the root", `${box("")}x`, notXml],
  ["a control character", box("<b:label>\u0001</b:label>"), notXml],
  ["JSON", '{"items":[]}', notXml],
  [
    "another root",
    "<box/>",
    "must be the element or attribute box of the namespace http://example.com/dc",
  ],
])("refuses %s", (_, text, reason) => {
  expect(read(text)).toEqual({ violations: violation(reason) });
});

test.each([
  [
    "a repeated element",
    "<isOpen>true</isOpen><isOpen>false</isOpen>",
    "must be given once",
    "/body/open",
  ],
  ["text between elements", "a", "must have no text between its elements", "/body"],
  ["elements in a text", "<isOpen><a/></isOpen>", "must be text without elements", "/body/open"],
  [
    "another item in a list",
    "<tags><tag/><b/></tags>",
    "must be the element or attribute tag",
    "/body/tags/1",
  ],
  ["a reference to a control character", "<isOpen>&#1;</isOpen>", notXml, "/body/open"],
  [
    "an element with the name of a field that has another in XML",
    "<open>true</open>",
    "must be the element or attribute isOpen",
    "/body/open",
  ],
])("refuses %s", (_, content, reason, pointer) => {
  expect(read(box(content)).violations).toEqual(violation(reason, pointer));
});

test("hostile documents of 100 kB take less than 3 seconds of the processor", () => {
  const fill = (piece: (n: number) => string) => {
    let text = "";
    for (let n = 0; text.length < 100_000; n += 1) text += piece(n);
    return text;
  };
  for (const text of [
    box(fill(() => "<a/>")),
    box("<a xmlns:b='u'>".repeat(60) + fill(() => "<c/>") + "</a>".repeat(60)),
    box(fill(() => `<a ${'a="" '.repeat(256)}/>`)),
    box(fill(() => "<!-- -->")),
    fill(() => "<a "),
    fill(() => "<!--"),
    `<a ${" ".repeat(100_000)}`,
    `<a b="${"x".repeat(100_000)}`,
    box(fill(() => "&amp;")),
    `<?xml ${fill(() => "a=")}`,
  ]) {
    const start = process.threadCpuUsage();
    read(text);
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(3000);
  }
});
