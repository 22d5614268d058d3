import { findBodyContent, documentedOf } from "@contract-toolkit/contract";
import { withOpenUnions } from "@contract-toolkit/schemas/message-schemas/discriminators";
import { responseSchemaOf } from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import type { Case } from "../case.ts";
import { typeParameters } from "../servers/bodies/bodies.ts";
import { jsonSpellings, noJson } from "../servers/bodies/json-rows.ts";
import { body, headerForm } from "../servers/make-case.ts";
import {
  type CallCase,
  type Framing,
  type ResponseForm,
  asDocumented,
  callCase,
  eitherWay,
  statusPrefix,
  toRefuse,
  type CallContext,
} from "./call-case.ts";

type Row = readonly [name: string, why: string, raw: ResponseForm, shape?: Shape];

export function responseCases(context: CallContext): CallCase[] {
  return [context.accented, ...context.errors].flatMap((base) => {
    const cases: CallCase[] = [];
    const add = (
      [group, section, isOfContract]: Subject,
      means: typeof asDocumented,
      rows: readonly Row[],
    ) => {
      for (const [name, why, raw] of rows)
        cases.push(
          callCase(base, [group, section], statusPrefix(context, base) + name, why, {
            responses: [means(base, withoutDocumented(base, raw))],
            ...(raw.isStalled && { deadlineMs: DEADLINE_MS }),
            ...(isOfContract && means === toRefuse && { needsValidation: true }),
          }),
        );
    };
    // For errors, only the mistakes that clients often tolerate in them.
    const isError = base !== context.accented;
    const types = otherTypes(base);
    add(TYPES, asDocumented, isError ? spelledTypes.slice(0, 1) : spelledTypes);
    add(TYPES, toRefuse, isError ? types.filter(([name]) => typesOfErrors.has(name)) : types);
    add(BODIES, toRefuse, isError ? brokenBodies : [...brokenBodies, ...noJsonRows]);
    add(SHAPES, toRefuse, otherShapes.filter(isForbidden(context, base)));
    add(FRAMING, toRefuse, isError ? incomplete.slice(0, 1) : incomplete);
    if (isError) return cases;
    add(["responses", "RFC 9110, sections 5 and 15"], asDocumented, forms);
    add(["responses", "RFC 8259, sections 2 and 7"], asDocumented, spelledBodies);
    add(["responses", "RFC 8259, section 8.1"], eitherWay, [
      ["U+FEFF", "U+FEFF before it", body("{hex:efbbbf}{body}")],
    ]);
    return cases;
  });
}

/** A group and its standard. `isOfContract`: only the contract, not HTTP or JSON, forbids the response. */
type Subject = readonly [...Parameters<typeof callCase>[1], isOfContract?: true];

const TYPES: Subject = ["media-types", "RFC 9110, section 8.3", true];
const BODIES: Subject = ["broken-responses", "RFC 8259, section 2"];
const SHAPES: Subject = ["broken-responses", "OpenAPI 3.0, Media Type Object", true];
const FRAMING: Subject = ["broken-responses", "RFC 9112, section 8"];

const typesOfErrors = new Set(["none", "text/html", "text/plain", "application/problem+json"]);

/** The form without headers that the contract documents, because its constraint cases cover them. */
function withoutDocumented({ operation, response }: Case, raw: ResponseForm): ResponseForm {
  const { headers = [] } = documentedOf(operation.responses, response.status) ?? {};
  const names = new Set(headers.map((header) => header.toLowerCase()));
  if (!raw.headers || names.size === 0) return raw;
  const others = Object.entries(raw.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...raw, headers: Object.fromEntries(others) };
}

function typed(type: string): ResponseForm {
  return headerForm("Content-Type", type);
}

function framedResponse(framing: Framing): ResponseForm {
  return { framing };
}

const spelledTypes: readonly Row[] = [
  ...typeParameters.map(([name, why, end]) => [name, why, typed(`{type}${end}`)] as const),
  ["capitals", "a type in capitals", typed("{TYPE}")],
  ["unknown parameter", "an unknown parameter", typed("{type}; undocumented=1")],
];

/** Types that resemble the documented one. */
function otherTypes({ operation, response }: Case): Row[] {
  const documented = documentedOf(operation.responses, response.status);
  const others = [
    ...["text/html", "text/html; charset=utf-8", "text/plain", "text/json", "text/javascript"],
    ...["application/octet-stream", "application/xml", "application/jsonp", "application/json-seq"],
    ...["application/x-json", "application/problem+json", "application/undocumented+json"],
    ...["application/x-ndjson", "application/jsonml+json", "json", "multipart/form-data"],
  ];
  return [
    ["none", "no Content-Type", headerForm("Content-Type")],
    ["an empty one", "an empty Content-Type", typed("")],
    ...others
      .filter((type) => findBodyContent(documented, type) === undefined)
      .map((type): Row => [type, `${type}, which is not documented`, typed(type)]),
    ["page of a proxy", "502 with a page", { ...typed("text/html"), ...page, status: 502 }],
  ];
}

const page = body("<!doctype html><title>Service unavailable</title>");

const brokenBodies: readonly Row[] = [
  ["a page", "HTML instead of JSON", page],
  ["words", "plain text instead of JSON", body("upstream connect error")],
  ["cut off", "JSON without its end", body("{open}")],
];

/** The body that a client reads instead of the documented one. A schema may allow it, if all of its fields are optional. */
type Shape = (body: unknown) => unknown;

const otherShapes: readonly Row[] = [
  ["empty", "no body", body("")],
  ["JSON in a text", "JSON as a text in JSON", body("{quoted}"), (value) => JSON.stringify(value)],
  ["in a list", "the response in a list", body("[{body}]"), (value) => [value]],
  [
    "in an envelope",
    "the response in another object",
    body('{"data":{body}}'),
    (data) => ({ data }),
  ],
  ["null", "null instead of an object", body("null"), () => null],
];

function isForbidden({ suite }: CallContext, { operation, response }: Case) {
  const { headers, status } = response;
  const schema = responseSchemaOf(suite.document, operation.id, status) ?? {};
  return ([, , , shape]: Row) =>
    !shape || !accepts(withOpenUnions(schema), { headers, body: shape(response.body) });
}

const noJsonRows: readonly Row[] = [
  ...noJson.filter(([name]) => name !== "cut off"),
  ["guarded", "a prefix against scripts", body(")]}',\n{body}")],
  ["as a call", "JSONP", body("callback({body});")],
  ["value in parentheses", "a value in parentheses", body("({body})")],
  ["a sum", "a sum instead of a number", body('{open},"undocumented":1+1}')],
  ["a line before it", "another line of JSON before it", body('{"undocumented":1}\n{body}')],
  ["a line after it", "another line of JSON after it", body('{body}\n{"undocumented":1}')],
];

const incomplete: readonly Row[] = [
  [
    "shorter than told",
    "fewer bytes than announced",
    framedResponse({ kind: "length", missingBytes: 7 }),
  ],
  [
    "without the last chunk",
    "no chunk of length 0 at the end",
    framedResponse({ kind: "chunks", bytes: 64, isUnfinished: true }),
  ],
  ["hung up", "the connection is closed instead of a response", { isHungUp: true }],
  [
    "stalled",
    "a response that does not end before the deadline",
    { isStalled: true, framing: { kind: "length", missingBytes: 7 } },
  ],
];

/** Enough for a server on this machine. */
const DEADLINE_MS = 400;

const extended = { extension: ";a=b", trailer: "X-Undocumented: 1" };
const ofOthers = {
  "X-Undocumented": ["1"],
  "Set-Cookie": ["a=1; Path=/", "b=2"],
  Server: ["other/1.0"],
  Vary: ["*"],
  Link: ["</>; rel=next"],
  Deprecation: ["@1700000000"],
  Warning: ['299 - "x"'],
};
const elsewhere = { Location: ["{here}"], Refresh: ["0; url={here}"] };

function typeNamed(name: string): ResponseForm {
  return { headers: { "Content-Type": [], [name]: ["{type}"] } };
}

export const forms: readonly Row[] = [
  ["chunks", "chunks of 7 bytes", framedResponse({ kind: "chunks", bytes: 7 })],
  ["chunks of a byte", "chunks of 1 byte", framedResponse({ kind: "chunks", bytes: 1 })],
  [
    "chunks with extensions",
    "chunks with an extension, and a trailer",
    framedResponse({ kind: "chunks", bytes: 50, ...extended }),
  ],
  [
    "until it is closed",
    "closing the connection ends the response",
    framedResponse({ kind: "close" }),
  ],
  ["early hints", "status 103 before the response", { interim: ["103 Early Hints"] }],
  ["no reason", "a status line without a reason phrase", { reason: "" }],
  ["another reason", "a status line with another reason phrase", { reason: "404 Not Found" }],
  ["names in lower case", "names of headers in lower case", typeNamed("content-type")],
  ["names in capitals", "names of headers in capitals", typeNamed("CONTENT-TYPE")],
  ["spaces around", "spaces around a value", typed("  {type} \t")],
  ["headers of others", "undocumented headers", { headers: ofOthers }],
  ["a Location", "a Location header, which only redirects use", { headers: elsewhere }],
  [
    "a Retry-After",
    "a Retry-After header, which has no meaning here",
    headerForm("Retry-After", "0"),
  ],
  ["late", "a response that takes 150 ms", { afterMs: 150 }],
];

export const spelledBodies: readonly Row[] = [
  ...jsonSpellings,
  ["longer", "100,000 spaces after it", { body: { text: "{body}", paddedToBytes: 100_000 } }],
];
