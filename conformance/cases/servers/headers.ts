import { coerce, documentedOf, mediaTypeOf, ownValue } from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import type { HttpCase } from "./http-case.ts";
import {
  caseTable,
  headerForm,
  refusedOutside,
  type OperationContext,
  type Row,
} from "./make-case.ts";
import type { RawForm } from "./raw-form.ts";
import { caseName } from "./refusals/business-rules.ts";

export function headerCases(context: OperationContext): HttpCase[] {
  const base = context.mostComplete;
  const { headers, body } = base.request;
  const own = Object.keys(headers);
  const hasType = own.some((name) => name.toLowerCase() === "content-type");
  const names = body === undefined || hasType ? own : [...own, "Content-Type"];
  const all = (spelled: (name: string) => string, value = "{value}"): RawForm => ({
    headers: Object.fromEntries(names.map((name) => [spelled(name), [value]])),
  });
  const { add, cases } = caseTable(context, base, "headers");
  add("RFC 9110, section 5.1", "as-sample", [
    ["names in capitals", "names in capitals", all((name) => name.toUpperCase())],
    ["names in lower case", "names in lower case", all((name) => name.toLowerCase())],
    ["unknown field", "an unknown field", headerForm("X-Undocumented", "1")],
  ]);
  add("RFC 9110, section 5.5", "as-sample", [
    ["spaces around values", "spaces and tabs around values", all(String, " \t{value} \t")],
  ]);
  add("RFC 9110, section 12.5.1", "as-sample", [
    ["Accept everything", "Accept allows any type", headerForm("Accept", "*/*")],
    ...acceptedRanges(base),
  ]);
  add("RFC 9110, section 12.5.1", "as-sample-or-refused", [
    [
      "Accept something else",
      "Accept allows no documented type",
      headerForm("Accept", "image/png"),
    ],
  ]);
  if (body !== undefined)
    add("RFC 9110, section 10.1.1", "as-sample", [
      ["Expect", "the client waits before it sends the body", headerForm("Expect", "100-continue")],
    ]);
  // Whether a header was read may show only in a sample that needs it.
  const needing = context.operation.parameters.flatMap(({ in: place, name }) =>
    place === "header"
      ? (context.successes.findLast(({ request }) => name in request.headers) ?? [])
      : [],
  );
  for (const other of new Set(needing)) cases.push(...inCapitals(context, other));
  cases.push(...typesWithoutBody(context), ...emptyValues(context));
  add("RFC 9112, section 9.6", "as-sample", [
    [
      "last request",
      "the connection is closed after the response",
      headerForm("Connection", "close"),
    ],
  ]);
  // RFC 9112 demands a refusal, but many HTTP servers below applications accept these.
  add("RFC 9112, section 3.2", "as-sample-or-refused", hosts);
  const malformed = { kind: "refused", statuses: refusedOutside(context, [400]) } as const;
  add("RFC 9112, section 3.2", malformed, [["Host missing", "no Host", headerForm("Host")]]);
  add("RFC 9112, section 5.1", malformed, [
    ["space before colon", "a space after a name", headerForm("X-Undocumented ", "1")],
  ]);
  add("RFC 9112, section 6.3", malformed, lengths);
  return cases.map((testCase) =>
    testCase.section.startsWith("RFC 9112") ? { ...testCase, isOutside: true } : testCase,
  );
}

/** The letters of a UUID may have either case (RFC 9562, section 4). */
function inCapitals(context: OperationContext, base: Case): HttpCase[] {
  const { request } = base;
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const text = String(value).toUpperCase();
    const changed = { ...request, headers: { ...request.headers, [name]: text } };
    return [name.toUpperCase(), [UUID.test(text) && context.allows(changed) ? text : "{value}"]];
  });
  const raw: RawForm = { headers: Object.fromEntries(headers) as RawForm["headers"] & object };
  const { add, cases } = caseTable(context, base, "headers");
  const row = [`names and UUIDs in capitals, ${caseName(base)}`, "names in capitals", raw] as const;
  add("RFC 9110, section 5.1", "as-sample", [row]);
  return cases;
}

const UUID = /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/;

/** Ranges with the type of the sample's response, with weights and parameters. */
function acceptedRanges({ operation, response }: Case): Row[] {
  const { contentType: documented } = documentedOf(operation.responses, response.status) ?? {};
  const type = mediaTypeOf(response.contentType ?? documented ?? "");
  if (type === "") return [];
  const range = `${type.split("/")[0] ?? ""}/*`;
  return [
    ["Accept a range", "Accept allows a range of types", headerForm("Accept", range)],
    [
      "Accept with weights",
      "Accept has several ranges with weights and parameters",
      headerForm("Accept", `image/png;q=0.9;level=1, ${range};q=0.5, */*; q=0.1`),
    ],
  ];
}

const hosts: readonly Row[] = [
  ["Host twice", "two hosts", headerForm("Host", "{value}", "other.example"), "ambiguous-host"],
  [
    "Host twice the same",
    "a host twice",
    headerForm("Host", "{value}", "{value}"),
    "ambiguous-host",
  ],
  ["Host with space", "an invalid host", headerForm("Host", "a b"), "ambiguous-host"],
];

const lengths: readonly Row[] = [
  [
    "two lengths",
    "different lengths",
    { body: { text: "{}" }, ...headerForm("Content-Length", "7") },
  ],
  ["length no number", "an invalid length", headerForm("Content-Length", "x")],
];

/** A Content-Type in a request without a body. */
function typesWithoutBody(context: OperationContext): HttpCase[] {
  const base = context.successes.find(({ request }) => request.body === undefined);
  if (!base) return [];
  const { add, cases } = caseTable(context, base, "headers");
  const row = (name: string, ...types: readonly string[]): Row => {
    const raw = headerForm("Content-Type", ...types);
    return [name, "a Content-Type without a body", raw, "type-without-body"];
  };
  add("RFC 9110, section 8.3", "as-sample-or-refused", [
    row("no type of no body"),
    row("another type of no body", "text/plain"),
    row("type of no body that is none", "undocumented"),
  ]);
  return cases;
}

/** An empty field differs from a missing one (RFC 9110, section 5.5). */
function emptyValues(context: OperationContext): HttpCase[] {
  const { operation, successes, allows } = context;
  return operation.parameters.flatMap(
    ({ in: place, name, type, credential, array, negotiated }) => {
      if (place !== "header" || credential || array || negotiated) return [];
      const base =
        successes.find(({ request }) => ownValue(request.headers, name) !== undefined) ??
        context.mostComplete;
      const headers = { ...base.request.headers, [name]: coerce(type, "") };
      if (allows({ ...base.request, headers })) return [];
      const { add, cases, refused } = caseTable(context, base, "headers");
      add("RFC 9110, section 5.5", refused([400, 422], { fields: [name] }), [
        [`${name} empty`, "a field without a value", headerForm(name, "")],
        [`${name} of spaces`, "a field of spaces", headerForm(name, "  ")],
      ]);
      return cases;
    },
  );
}
