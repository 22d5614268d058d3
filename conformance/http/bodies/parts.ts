import { faultsOfRequest } from "../../contract-allows.ts";
import { boundary, formParts, type FormPart } from "../../exchange/wire-body.ts";
import { isAsWritten } from "../as-written.ts";
import type { HttpCase } from "../http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  documented,
  documentedAmong,
  rowsOf,
  type Ground,
  type Row,
} from "../make-case.ts";
import type { OfType } from "./of-type.ts";
import { oddities, tolerable } from "./part-oddities.ts";
import { shown, withText, written } from "./written-form.ts";

/** Forms of several parts as they may and may not be written (RFC 7578; RFC 2046, section 5.1). */
export function partCases(ground: Ground, { base, content }: OfType): HttpCase[] {
  if (!isAsWritten(base, "/body")) return [];
  const parts = formParts(content, base.request.body);
  const { contract, operation } = ground;
  const needsParts = faultsOfRequest(contract, operation, { ...base.request, body: {} }).length > 0;
  const statuses = documentedAmong(ground, [400, 415, 422]);
  const wrong = { kind: "refused", statuses, isRepeated: true } as const;
  const text = parts.find(({ type }) => type === "string");
  return [
    ...rowsOf(base, "bodies", ["RFC 2046, section 5.1.1", asSample], boundaries(parts)),
    ...rowsOf(base, "bodies", ["RFC 7578, section 4.2", asSample], spellings(parts)),
    ...rowsOf(base, "bodies", ["RFC 2046, section 5.1.1", wrong], needsParts ? noForms(parts) : []),
    ...rowsOf(base, "bodies", ["RFC 7578, section 4", asSampleOrRefused], tolerable(parts)),
    ...rowsOf(base, "bodies", ["RFC 7578, section 4", documented], oddities(parts)),
    ...(text
      ? rowsOf(
          base,
          "bodies",
          [
            "RFC 7578, section 4.2",
            { kind: "unlike-sample", control: written(withText(parts, text, `${shown(text)}0`)) },
          ],
          unlike(parts, text),
        )
      : []),
  ];
}

function boundaries(parts: readonly FormPart[]): Row[] {
  const longest = "b".repeat(70);
  const odd = "a'()+_,-./:=?b";
  const type = "multipart/form-data";
  return [
    [
      "boundary in quotes",
      "the boundary in quotation marks",
      written(parts, { type: `${type}; boundary="${boundary}"` }),
    ],
    ["boundary of one character", "a boundary of one character", written(parts, { mark: "x" })],
    ["boundary of 70 characters", "the longest boundary", written(parts, { mark: longest })],
    [
      "boundary of odd characters",
      "a boundary of all marks that it may have",
      written(parts, { mark: odd, type: `${type}; boundary="${odd}"` }),
    ],
    [
      "BOUNDARY",
      "the parameter in capitals",
      written(parts, { type: `${type}; BOUNDARY=${boundary}` }),
    ],
    [
      "parameter after boundary",
      "a parameter after the boundary",
      written(parts, { type: `${type}; boundary=${boundary}; charset=utf-8` }),
    ],
    [
      "preamble",
      "lines before the first boundary",
      written(parts, { before: "This is a form.\r\n\r\n" }),
    ],
    [
      "epilogue",
      "lines after the last boundary",
      written(parts, { end: `--${boundary}--\r\nThat was it.\r\n--${boundary}\r\n` }),
    ],
    [
      "no line end",
      "no line end after the last boundary",
      written(parts, { end: `--${boundary}--` }),
    ],
  ];
}

function spellings(parts: readonly FormPart[]): Row[] {
  const heads = (change: (line: string, part: FormPart) => readonly string[]) =>
    written(
      parts.map((part) => ({ ...part, head: part.head.flatMap((line) => change(line, part)) })),
    );
  const names = [...new Set(parts.map(({ name }) => name))];
  const inSequence = names
    .toReversed()
    .flatMap((name) => parts.filter((part) => part.name === name));
  const isText = ({ type }: FormPart) => type !== "file" && type !== "json";
  return [
    [
      "headers in lower case",
      "names of header fields in lower case",
      heads((line) => [line.replace(/^[^:]+/, (name) => name.toLowerCase())]),
    ],
    [
      "headers in capitals",
      "names of header fields in capitals",
      heads((line) => [line.replace(/^[^:]+/, (name) => name.toUpperCase())]),
    ],
    [
      "headers without spaces",
      "no space after colons and semicolons",
      heads((line) => [line.replace(": ", ":").replaceAll("; ", ";")]),
    ],
    [
      "further headers",
      "header fields that nobody knows before the others",
      heads((line) =>
        /^Content-Disposition/.test(line)
          ? ["X-Undocumented-1: a", "X-Undocumented-2: b", line]
          : [line],
      ),
    ],
    [
      "texts with types",
      "texts with a type and charset",
      written(
        parts.map((part) =>
          isText(part)
            ? { ...part, head: [...part.head, "Content-Type: text/plain; charset=UTF-8"] }
            : part,
        ),
      ),
    ],
    ["in another sequence", "parts in another sequence", written(inSequence)],
    ["in chunks of 1 byte", "parts in chunks of 1 byte", { ...written(parts), chunkBytes: 1 }],
  ];
}

/** What is no form, or not a whole one. */
function noForms(parts: readonly FormPart[]): Row[] {
  const type = "multipart/form-data";
  return [
    ["no boundary", "no boundary is said", written(parts, { type })],
    ["empty boundary", "a boundary of no length", written(parts, { type: `${type}; boundary=` })],
    [
      "other boundary",
      "another boundary than that of the body",
      written(parts, { type: `${type}; boundary=undocumented` }),
    ],
    ["cut off", "a form without its last boundary", written(parts, { end: "" })],
    [
      "cut off in a part",
      "a form that ends within a part",
      written(parts, { end: `--${boundary}\r\nContent-Disposition: form-data; name="a"` }),
    ],
    ["no parts", "a form without parts", written([])],
    [
      "preamble alone",
      "lines without a boundary",
      {
        headers: { "Content-Type": [`${type}; boundary=x`] },
        body: { text: "This is a form.\r\n" },
      },
    ],
    [
      "an urlencoded form",
      "a form of another type",
      {
        body: {
          text: parts
            .map(({ name, content }) => `${name}=${encodeURIComponent(content.toString("latin1"))}`)
            .join("&"),
        },
      },
    ],
  ];
}

/** What is another text, however it is read. */
function unlike(parts: readonly FormPart[], text: FormPart): Row[] {
  const own = shown(text);
  const escaped = text.content.toString("hex").replace(/../g, "%$&");
  const capitals =
    text.name === text.name.toUpperCase() ? text.name.toLowerCase() : text.name.toUpperCase();
  return [
    ["text escaped", "a text as percent-escapes", written(withText(parts, text, escaped))],
    ["space before text", "a space before a text", written(withText(parts, text, ` ${own}`))],
    ["space after text", "a space after a text", written(withText(parts, text, `${own} `))],
    [
      "line end after text",
      "a line end after a text",
      written(withText(parts, text, `${own}\r\n`)),
    ],
    [
      "name in another case",
      "a name in another case",
      written(
        parts.map((part) =>
          part === text
            ? {
                ...part,
                head: part.head.map((line) =>
                  line.replace(`name="${text.name}"`, `name="${capitals}"`),
                ),
              }
            : part,
        ),
      ),
    ],
  ];
}
