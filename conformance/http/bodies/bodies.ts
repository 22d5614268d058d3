import { formEntries, isObject, pointerStep, valueAt } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { faultsOfRequest } from "../../contract-allows.ts";
import type { HttpCase } from "../http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  documentedAmong,
  rowsOf,
  takesType,
  type Ground,
  type Row,
} from "../make-case.ts";
import { boundary } from "../../exchange/wire-body.ts";
import { formCases } from "./forms.ts";
import { badJson, badUtf8, jsonRow } from "./json-rows.ts";
import { lengthCases } from "./lengths.ts";
import { levelCases } from "./levels.ts";
import { samplesByType, saying, type OfType } from "./of-type.ts";
import { partCases } from "./parts.ts";
import type { RawBody, RawForm } from "../raw-form.ts";

/** Bodies of an operation in other forms: media types, codings, lengths, and what is written in a way that its type has or has not. */
export function bodyCases(ground: Ground): HttpCase[] {
  return samplesByType(ground).flatMap((each) => {
    const { base, kind } = each;
    return saying(kind, [
      ...mediaTypes(ground, each),
      ...codings(base),
      ...lengthCases(ground, base, kind),
      ...ofKind(ground, each),
    ]);
  });
}

function ofKind(ground: Ground, each: OfType): HttpCase[] {
  const { base, kind } = each;
  switch (kind) {
    case "json":
      return [
        ...writtenOtherwise(base),
        ...noJson(ground, base),
        ...wrongTopLevels(ground, base),
        ...levelCases(ground, base),
        ...inOtherTypes(ground, base),
      ];
    case "form":
      return formCases(ground, each);
    case "parts":
      return partCases(ground, each);
    case "text":
    case "bytes":
      return [];
  }
}

/** A form that is said to be JSON is no JSON. */
function inOtherTypes(ground: Ground, base: Case): HttpCase[] {
  const isForm = ({ kind }: OfType) => kind === "form";
  if (!samplesByType(ground).some(isForm)) return [];
  const wrong = { kind: "refused", statuses: documentedAmong(ground, [400, 422]) } as const;
  // A reader that takes it for a form has texts and numbers of it.
  const scalars = formEntries(base.request.body).filter(([name]) =>
    ["string", "number"].includes(typeof valueAt(base.request, `/body/${pointerStep(name)}`)),
  );
  const text = new URLSearchParams(scalars).toString();
  return rowsOf(
    base,
    "bodies",
    ["RFC 9110, section 8.3", wrong],
    [jsonRow("a form", "a form that is said to be JSON", text)],
  );
}

function typed(type: string): RawForm {
  return { headers: { "Content-Type": [type] } };
}

function mediaTypes(ground: Ground, { base, content, kind }: OfType): HttpCase[] {
  const { operation } = ground;
  const { contentType } = content;
  const own = kind === "parts" ? `${contentType}; boundary=${boundary}` : contentType;
  const wrong = {
    kind: "refused",
    statuses: documentedAmong(ground, [415]),
    isRepeated: true,
  } as const;
  const capitals = own.replace(/[a-z]/, (letter) => letter.toUpperCase());
  const foreign = [
    ...["application/jsonx", "application/json-seq", "application/prs.undocumented+json"],
    ...["text/plain", "text/json", "application/x-www-form-urlencoded", "application/octet-stream"],
    ...(kind === "json"
      ? []
      : ["application/json", "text/x-undocumented", "multipart/mixed; boundary=x"]),
    ...[
      "multipart/form-data; boundary=x",
      "json",
      "application/",
      "*/*",
      "text/plain, application/json",
    ],
  ].filter((type) => !takesType(operation, type));
  const isExact = !contentType.includes(";") && !contentType.includes("*");
  return [
    ...(isExact
      ? rowsOf(
          base,
          "bodies",
          ["RFC 9110, section 8.3.1", asSample],
          [
            ["charset in capitals", "the charset in capitals", typed(`${own}; charset=UTF-8`)],
            ["charset without space", "no space before the charset", typed(`${own};charset=utf-8`)],
            ["charset in quotes", "the charset in quotes", typed(`${own}; charset="utf-8"`)],
            ["space before parameter", "space before it", typed(`${own} ; charset=utf-8`)],
            [
              "parameter in capitals",
              "the parameter's name in capitals",
              typed(`${own}; Charset=utf-8`),
            ],
            ["type in mixed case", "a type in mixed case", typed(capitals)],
          ],
        )
      : []),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 9110, section 15.5.16", wrong],
      foreign.map((type): Row => [`type ${type}`, `a body of the type ${type}`, typed(type)]),
    ),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 9110, section 8.3", asSampleOrRefused],
      [
        [
          "type missing",
          "a body without Content-Type",
          { headers: { "Content-Type": [] } },
          "missing-content-type",
        ],
        ["charset iso-8859-1", "another charset", typed(`${own}; charset=iso-8859-1`), "charset"],
        ["charset utf-16", "another charset", typed(`${own}; charset=utf-16`), "charset"],
      ],
    ),
  ];
}

function codings(base: Case): HttpCase[] {
  const coded = (coding: string, body?: RawBody): RawForm => ({
    headers: { "Content-Encoding": [coding] },
    ...(body && { body }),
  });
  // RFC 9110, section 15.5.16, has 415 for codings, also where a contract has no status for them.
  const wrong = { kind: "refused", statuses: [415, 400] } as const;
  return [
    ...rowsOf(
      base,
      "bodies",
      ["RFC 9110, section 8.4", wrong],
      [
        ["unknown coding", "a content coding that nobody knows", coded("x-undocumented")],
        ["gzip that is none", "a body that is said to be compressed and is not", coded("gzip")],
        [
          "two codings",
          "a coding that nobody knows after another",
          coded("identity, x-undocumented"),
        ],
      ],
    ),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 9110, section 8.4.1", asSampleOrRefused],
      [
        ["gzip", "a compressed body", coded("gzip", { text: "{body}", gzip: true }), "gzip"],
        ["identity", "a body that is said to have no coding", coded("identity")],
      ],
    ),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 9112, section 7.1", asSample],
      [
        ["one chunk", "a body in one chunk", { chunkBytes: 100_000 }],
        ["chunks of 7 bytes", "a body in chunks of 7 bytes", { chunkBytes: 7 }],
        ["chunks of 1 byte", "a body in chunks of 1 byte", { chunkBytes: 1 }],
      ],
    ),
  ];
}

function writtenOtherwise(base: Case): HttpCase[] {
  return [
    ...rowsOf(
      base,
      "bodies",
      ["RFC 8259, section 2", asSample],
      [jsonRow("white space around", "JSON with white space around it", " \r\n\t{body}\n ")],
    ),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 8259, section 7", asSample],
      [jsonRow("characters as escapes", "JSON whose texts and names are escapes", "{units}")],
    ),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 8259, section 8.1", asSampleOrRefused],
      [jsonRow("U+FEFF before it", "JSON after U+FEFF", "{hex:efbbbf}{body}", "bom")],
    ),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 8259, section 8.2", asSampleOrRefused],
      [
        jsonRow(
          "lone surrogate",
          "half of a surrogate pair in a field that nobody documented",
          '{open},"undocumented":"\\ud800"}',
          "lone-surrogates",
        ),
      ],
    ),
    ...rowsOf(base, "bodies", ["RFC 8259, section 4", asSampleOrRefused], twiceTheSame(base)),
    ...rowsOf(base, "bodies", ["RFC 8259, section 6", asSampleOrRefused], numberSpellings(base)),
  ];
}

/** A value that no replay makes afresh, so that it stands in the case as it is sent. */
function twiceTheSame({ request, fresh }: Case): Row[] {
  const found = Object.entries(request.body as object).find(
    ([name, value]) =>
      !isObject(value) && !fresh.some(({ pointer }) => pointer === `/body/${name}`),
  );
  if (!found) return [];
  const [name, value] = found.map((each) => JSON.stringify(each));
  const text = `{open},${name ?? ""}:${value ?? ""}}`;
  return [jsonRow("name twice", `the name ${name ?? ""} twice`, text, "duplicate-keys")];
}

function numberSpellings({ request }: Case): Row[] {
  const [, text, name, value] = /(("[^"]+"):(\d+))[,}]/.exec(JSON.stringify(request.body)) ?? [];
  if (text === undefined || name === undefined || value === undefined) return [];
  const spelled = (as: string, by: string): Row => [
    `number ${as}`,
    `${name} is written ${as}`,
    { body: { text: "{body}", replaced: { text, by: `${name}:${by}` } } },
    "number-spelling",
  ];
  return [spelled("with a fraction of 0", `${value}.0`), spelled("with an exponent", `${value}e0`)];
}

function noJson(ground: Ground, base: Case): HttpCase[] {
  const statuses = documentedAmong(ground, [400, 422]);
  const wrong = { kind: "refused", statuses, fields: ["body"], isRepeated: true } as const;
  return [
    ...rowsOf(base, "bodies", ["RFC 8259, section 2", wrong], badJson),
    ...rowsOf(base, "bodies", ["RFC 8259, section 8.1", wrong], badUtf8),
  ];
}

function wrongTopLevels(ground: Ground, base: Case): HttpCase[] {
  const { contract, operation } = ground;
  const isRefused = (body: unknown) =>
    faultsOfRequest(contract, operation, { ...base.request, body }).length > 0;
  const wrong = {
    kind: "refused",
    statuses: documentedAmong(ground, [400, 422]),
    fields: ["body"],
  } as const;
  const own = valueAt(base.request, "/body");
  const levels: readonly (readonly [string, unknown, string])[] = [
    ["an empty list", [], "[]"],
    ["a list of it", [own], "[{body}]"],
    ["a text", "{}", '"{}"'],
    ["a number", 1, "1"],
    ["true", true, "true"],
    ["null", null, "null"],
  ];
  return rowsOf(
    base,
    "bodies",
    ["RFC 8259, section 3", wrong],
    levels
      .filter(([, body]) => isRefused(body))
      .map(([what, , text]) => jsonRow(what, `${what} where an object is documented`, text)),
  );
}
