import { formEntries, pointerStep, valueAt } from "@contract-toolkit/contract";
import { boundary } from "../../../wire-body.ts";
import type { HttpCase } from "../http-case.ts";
import { body, headerForm, takesType, type OperationContext, type Row } from "../make-case.ts";
import { bodyTables, type BodyTable } from "./body-table.ts";
import { addForms } from "./forms.ts";
import { addJson } from "./json.ts";
import { addLengths } from "./lengths.ts";
import { addParts } from "./parts.ts";

export function httpBodyCases(context: OperationContext): HttpCase[] {
  const tables = bodyTables(context);
  const hasForm = tables.some(({ kind }) => kind === "form");
  return tables.flatMap((table) => {
    const { kind, cases } = table;
    addMediaTypes(table);
    addCodings(table);
    addLengths(table);
    if (kind === "json") addJson(table);
    if (kind === "json" && hasForm) addFormAsJson(table);
    if (kind === "form") addForms(table);
    if (kind === "parts") addParts(table);
    if (kind === "json") return cases;
    // An operation may have bodies of several kinds, so other kinds than JSON are part of the id.
    const id = `/http/bodies/${kind}: `;
    return cases.map((made) => ({ ...made, id: made.id.replace("/http/bodies/", id) }));
  });
}

function addMediaTypes({ context, content: { contentType }, kind, add, refused }: BodyTable): void {
  const typed = (name: string, why: string, type: string, open?: Row[3]): Row => {
    return [name, why, headerForm("Content-Type", type), open];
  };
  const own = kind === "parts" ? `${contentType}; boundary=${boundary}` : contentType;
  const capitals = own.replace(/[a-z]/, (letter) => letter.toUpperCase());
  if (!contentType.includes(";") && !contentType.includes("*"))
    add("RFC 9110, section 8.3.1", "as-sample", [
      ...typeParameters.map(([name, why, end]) => typed(name, why, own + end)),
      typed("type in mixed case", "a type in mixed case", capitals),
    ]);
  const foreign = [...otherTypes, ...(kind === "json" ? [] : typesBesideJson), ...noTypes]
    .filter((type) => !takesType(context.operation, type))
    .map((type) => typed(`type ${type}`, `a body of the type ${type}`, type));
  add("RFC 9110, section 15.5.16", refused([415], { isRepeated: true }), foreign);
  add("RFC 9110, section 8.3", "as-sample-or-refused", [
    ["type missing", "no Content-Type", headerForm("Content-Type"), "missing-content-type"],
    typed("charset iso-8859-1", "another charset", `${own}; charset=iso-8859-1`, "charset"),
    typed("charset utf-16", "another charset", `${own}; charset=utf-16`, "charset"),
  ]);
}

/** Parameters after a media type of text, which change nothing. */
export const typeParameters = [
  ["charset in capitals", "the charset in capitals", "; charset=UTF-8"],
  ["charset without space", "no space before the charset", ";charset=utf-8"],
  ["charset in quotes", "a charset in quotes", '; charset="utf-8"'],
  ["space before parameter", "a space before a semicolon", " ; charset=utf-8"],
  ["parameter in capitals", "a parameter in capitals", "; Charset=utf-8"],
  ["several parameters", "marks in one of two", '; charset=utf-8; profile="a;b=\\"c"'],
] as const;

const otherTypes = [
  ...["application/jsonx", "application/json-seq", "application/prs.undocumented+json"],
  ...["text/plain", "text/json", "application/x-www-form-urlencoded", "application/octet-stream"],
];
const typesBesideJson = ["application/json", "text/x-undocumented", "multipart/mixed; boundary=x"];
const noTypes = [
  ...["multipart/form-data; boundary=x", "json", "application/", "*/*"],
  "text/plain, application/json",
];

function addCodings({ add }: BodyTable): void {
  const coded = (coding: string) => headerForm("Content-Encoding", coding);
  // RFC 9110, section 15.5.16, defines 415 for codings, so it need not be documented.
  add("RFC 9110, section 8.4", { kind: "refused", statuses: [415, 400] }, [
    ["unknown coding", "an unknown content coding", coded("x-undocumented")],
    ["gzip that is none", "an uncompressed body with the coding gzip", coded("gzip")],
    ["two codings", "an unknown content coding after identity", coded("identity, x-undocumented")],
  ]);
  const gzip = { ...coded("gzip"), body: { text: "{body}", gzip: true } } as const;
  add("RFC 9110, section 8.4.1", "as-sample-or-refused", [
    ["gzip", "a compressed body", gzip, "gzip"],
    ["identity", "a body with the coding identity", coded("identity")],
  ]);
  add("RFC 9112, section 7.1", "as-sample", [
    ["one chunk", "a body in one chunk", { chunkBytes: 100_000 }],
    [
      "chunks of 7 bytes, Chunked",
      "a body in chunks of 7 bytes; names of codings may have capitals (section 7)",
      { chunkBytes: 7, coding: "Chunked" },
    ],
    ["chunks of 1 byte", "a body in chunks of 1 byte", { chunkBytes: 1 }],
  ]);
}

function addFormAsJson({ base: { request }, add, refused }: BodyTable): void {
  // Without objects and lists, a server that reads it as a form would get the same values.
  const scalars = formEntries(request.body).filter(([name]) =>
    ["string", "number"].includes(typeof valueAt(request, `/body/${pointerStep(name)}`)),
  );
  add("RFC 9110, section 8.3", refused([400, 422]), [
    ["a form", "a form with the type of JSON", body(new URLSearchParams(scalars).toString())],
  ]);
}
