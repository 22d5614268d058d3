import { formEntries, valueAt, pointerStep } from "@contract-toolkit/kernel";
import { boundary } from "../../../wire-body.ts";
import type { HttpCase } from "../http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  body,
  caseTables,
  field,
  refused,
  takesType,
  type CaseTables,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { addForms } from "./forms.ts";
import { addJson } from "./json.ts";
import { addLengths } from "./lengths.ts";
import { samplesByType, type OfType } from "./of-type.ts";
import { addParts } from "./parts.ts";

/** Bodies of an operation in other forms: media types, codings, lengths, and what is written in a way that its type has or has not. */
export function bodyCases(context: OperationContext): HttpCase[] {
  return samplesByType(context).flatMap((each) => {
    const tables = caseTables(each.base, "bodies");
    addMediaTypes(context, each, tables);
    addCodings(tables);
    addLengths(context, each, tables);
    if (each.kind === "json") {
      addJson(context, each.base, tables);
      addFormAsJson(context, each, tables);
    }
    if (each.kind === "form") addForms(each, tables);
    if (each.kind === "parts") addParts(context, each, tables);
    if (each.kind === "json") return tables.cases;
    // Cases of bodies that are no JSON say of what kind they are.
    const id = `/http/bodies/${each.kind}: `;
    return tables.cases.map((made) => ({ ...made, id: made.id.replace("/http/bodies/", id) }));
  });
}

function typed(type: string): RawForm {
  return field("Content-Type", type);
}

function addMediaTypes(
  { contract, operation }: OperationContext,
  { content: { contentType }, kind }: OfType,
  { add }: CaseTables,
): void {
  const own = kind === "parts" ? `${contentType}; boundary=${boundary}` : contentType;
  const capitals = own.replace(/[a-z]/, (letter) => letter.toUpperCase());
  if (!contentType.includes(";") && !contentType.includes("*"))
    add("RFC 9110, section 8.3.1", asSample, [
      ["charset in capitals", "the charset in capitals", typed(`${own}; charset=UTF-8`)],
      ["charset without space", "no space before the charset", typed(`${own};charset=utf-8`)],
      ["charset in quotes", "the charset in quotes", typed(`${own}; charset="utf-8"`)],
      ["space before parameter", "a space before ;", typed(`${own} ; charset=utf-8`)],
      ["parameter in capitals", "a parameter in capitals", typed(`${own}; Charset=utf-8`)],
      ["type in mixed case", "a type in mixed case", typed(capitals)],
    ]);
  const foreign = [...otherTypes, ...(kind === "json" ? [] : typesBesideJson), ...noTypes];
  add(
    "RFC 9110, section 15.5.16",
    refused({ contract, operation }, [415], { isRepeated: true }),
    foreign
      .filter((type) => !takesType(operation, type))
      .map((type): Row => [`type ${type}`, `a body of the type ${type}`, typed(type)]),
  );
  add("RFC 9110, section 8.3", asSampleOrRefused, [
    ["type missing", "no Content-Type", field("Content-Type"), "missing-content-type"],
    ["charset iso-8859-1", "another charset", typed(`${own}; charset=iso-8859-1`), "charset"],
    ["charset utf-16", "another charset", typed(`${own}; charset=utf-16`), "charset"],
  ]);
}

const otherTypes = [
  ...["application/jsonx", "application/json-seq", "application/prs.undocumented+json"],
  ...["text/plain", "text/json", "application/x-www-form-urlencoded", "application/octet-stream"],
];
const typesBesideJson = ["application/json", "text/x-undocumented", "multipart/mixed; boundary=x"];
const noTypes = [
  ...["multipart/form-data; boundary=x", "json", "application/", "*/*"],
  "text/plain, application/json",
];

function addCodings({ add }: CaseTables): void {
  const coded = (coding: string) => field("Content-Encoding", coding);
  // RFC 9110, section 15.5.16, has 415 for codings, also where a contract has no status for them.
  add("RFC 9110, section 8.4", { kind: "refused", statuses: [415, 400] }, [
    ["unknown coding", "a content coding that nobody knows", coded("x-undocumented")],
    ["gzip that is none", "a body that is said to be compressed", coded("gzip")],
    ["two codings", "a coding that nobody knows after one", coded("identity, x-undocumented")],
  ]);
  const gzip = { ...coded("gzip"), body: { text: "{body}", gzip: true } } as const;
  add("RFC 9110, section 8.4.1", asSampleOrRefused, [
    ["gzip", "a compressed body", gzip, "gzip"],
    ["identity", "a body that is said to have no coding", coded("identity")],
  ]);
  add("RFC 9112, section 7.1", asSample, [
    ["one chunk", "a body in one chunk", { chunkBytes: 100_000 }],
    ["chunks of 7 bytes", "a body in chunks of 7 bytes", { chunkBytes: 7 }],
    ["chunks of 1 byte", "a body in chunks of 1 byte", { chunkBytes: 1 }],
  ]);
}

/** A form that is said to be JSON is no JSON. */
function addFormAsJson(
  context: OperationContext,
  { base: { request } }: OfType,
  { add }: CaseTables,
): void {
  if (!samplesByType(context).some(({ kind }) => kind === "form")) return;
  // A reader that takes it for a form has texts and numbers of it.
  const scalars = formEntries(request.body).filter(([name]) =>
    ["string", "number"].includes(typeof valueAt(request, `/body/${pointerStep(name)}`)),
  );
  const text = new URLSearchParams(scalars).toString();
  add("RFC 9110, section 8.3", refused(context, [400, 422]), [
    ["a form", "a form that is said to be JSON", body(text)],
  ]);
}
