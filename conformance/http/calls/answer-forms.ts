import { contentOf, documentedOf } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { noJson } from "../bodies/json-rows.ts";
import type { CallCase, RawAnswer } from "./call-case.ts";
import {
  asDocumented,
  callCase,
  eitherWay,
  nameIn,
  toRefuse,
  type CallGround,
} from "./make-call.ts";

type Row = readonly [name: string, why: string, raw: RawAnswer];

/** Answers in other bytes that mean the same, and those that are none. */
export function answerCases(ground: CallGround): CallCase[] {
  return [...ofSuccess(ground), ...ground.errors.flatMap((error) => ofError(ground, error))];
}

type Section = Parameters<typeof callCase>[1];

const OF_TYPES: Section = ["media-types", "RFC 9110, section 8.3"];
const OF_BODIES: Section = ["broken-answers", "RFC 8259, section 2"];
const OF_SHAPE: Section = ["broken-answers", "OpenAPI 3.0, Media Type Object"];
const OF_FRAMING: Section = ["broken-answers", "RFC 9112, section 8"];

function ofSuccess(ground: CallGround): CallCase[] {
  const rows = rowsOf(ground, ground.accented);
  return [
    ...rows(OF_TYPES, asDocumented, spelledTypes),
    ...rows(OF_TYPES, toRefuse, otherTypes(ground.accented)),
    ...rows(["answers", "RFC 9110, sections 5 and 15"], asDocumented, forms),
    ...rows(["answers", "RFC 8259, sections 2 and 7"], asDocumented, spelledBodies),
    ...rows(["answers", "RFC 8259, section 8.1"], eitherWay, openBodies),
    ...rows(OF_BODIES, toRefuse, [...brokenBodies, ...noJsonRows]),
    ...rows(OF_SHAPE, toRefuse, otherShapes),
    ...rows(OF_FRAMING, toRefuse, incomplete),
  ];
}

/** Of an error, what clients like to forgive an error in particular. */
function ofError(ground: CallGround, error: Case): CallCase[] {
  const rows = rowsOf(ground, error);
  return [
    ...rows(OF_TYPES, asDocumented, spelledTypes.slice(0, 1)),
    ...rows(
      OF_TYPES,
      toRefuse,
      otherTypes(error).filter(([name]) => typesOfErrors.has(name)),
    ),
    ...rows(OF_BODIES, toRefuse, brokenBodies),
    ...rows(OF_SHAPE, toRefuse, otherShapes),
    ...rows(OF_FRAMING, toRefuse, incomplete.slice(0, 1)),
  ];
}

const typesOfErrors = new Set(["none", "text/html", "text/plain", "application/problem+json"]);

/** What HTTP and JSON have nothing against, and the contract has. */
const ofContract = new Set([OF_TYPES, OF_SHAPE]);

function rowsOf(ground: CallGround, base: Case) {
  return (section: Section, means: typeof asDocumented, rows: readonly Row[]) =>
    rows.map(([name, why, raw]) =>
      callCase(base, section, `${nameIn(ground, base)}${name}`, why, {
        answers: [means(base, withoutDocumented(base, raw))],
        ...(ofContract.has(section) && means === toRefuse && { needsValidation: true }),
      }),
    );
}

/** What the contract says of a header, it says better. */
function withoutDocumented({ operation, response }: Case, raw: RawAnswer): RawAnswer {
  const { headers = [] } = documentedOf(operation.responses, response.status) ?? {};
  const names = new Set(headers.map((each) => each.toLowerCase()));
  if (!raw.headers || names.size === 0) return raw;
  const others = Object.entries(raw.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...raw, headers: Object.fromEntries(others) };
}

const spelledTypes: readonly Row[] = [
  ["charset", "the charset that JSON has anyway", typed("{type}; charset=utf-8")],
  ["charset in quotes", "a charset in quotes", typed('{type};charset="UTF-8"')],
  ["capitals", "a type in capitals", typed("{TYPE}")],
  ["space before parameters", "a space before a semicolon", typed("{type} ; charset=utf-8")],
  ["unknown parameter", "a parameter that nobody knows", typed("{type}; undocumented=1")],
];

/** Of types that begin, end or sound like the documented one. */
function otherTypes({ operation, response }: Case): Row[] {
  const documented = documentedOf(operation.responses, response.status);
  const others = [
    ...["text/html", "text/html; charset=utf-8", "text/plain", "text/json", "text/javascript"],
    ...["application/octet-stream", "application/xml", "application/jsonp", "application/json-seq"],
    ...["application/x-json", "application/problem+json", "application/undocumented+json"],
    ...["application/x-ndjson", "application/jsonml+json", "json", "multipart/form-data"],
  ];
  return [
    ["none", "no Content-Type", { headers: { "Content-Type": [] } }],
    ["an empty one", "an empty Content-Type", typed("")],
    ...others
      .filter((type) => contentOf(documented, type) === undefined)
      .map((type): Row => [type, `${type}, which is not documented`, typed(type)]),
  ];
}

const brokenBodies: readonly Row[] = [
  ["a page", "a page in place of JSON", text("<!doctype html><title>Service unavailable</title>")],
  ["words", "words in place of JSON", text("upstream connect error")],
  ["cut off", "JSON without its end", text("{open}")],
];

/** JSON, but not that of the answer. */
const otherShapes: readonly Row[] = [
  ["empty", "no body", text("")],
  ["JSON in a text", "JSON as a text in JSON", text("{quoted}")],
  ["in a list", "the answer in a list", text("[{body}]")],
  ["in an envelope", "the answer in another object", text('{"data":{body}}')],
  ["null", "null in place of an object", text("null")],
];

const noJsonRows: readonly Row[] = [
  ...noJson
    .filter(([name]) => name !== "cut off")
    .map(([name, why, { body }]): Row => [name, why, body ? { body } : {}]),
  ["guarded", "a prefix against scripts", text(")]}',\n{body}")],
  ["as a call", "JSONP", text("callback({body});")],
  ["value in parentheses", "a value in parentheses", text("({body})")],
  ["a sum", "a sum in place of a number", text('{open},"undocumented":1+1}')],
  ["a line before it", "another line of JSON before it", text('{"undocumented":1}\n{body}')],
  ["a line after it", "another line of JSON after it", text('{body}\n{"undocumented":1}')],
];

const incomplete: readonly Row[] = [
  [
    "shorter than told",
    "fewer bytes than Content-Length tells",
    {
      framing: { kind: "length", missingBytes: 7 },
    },
  ],
  [
    "without the last chunk",
    "no chunk of length 0 at the end",
    {
      framing: { kind: "chunks", bytes: 64, isUnfinished: true },
    },
  ],
  ["hung up", "the connection is closed in place of an answer", { isHungUp: true }],
];

const forms: readonly Row[] = [
  ["chunks", "chunks of 7 bytes", { framing: { kind: "chunks", bytes: 7 } }],
  ["chunks of a byte", "chunks of 1 byte", { framing: { kind: "chunks", bytes: 1 } }],
  [
    "chunks with extensions",
    "chunks with an extension, and a trailer",
    {
      framing: { kind: "chunks", bytes: 50, extension: ";a=b", trailer: "X-Undocumented: 1" },
    },
  ],
  ["until it is closed", "the connection ends the answer", { framing: { kind: "close" } }],
  ["early hints", "103 before the answer", { interim: ["103 Early Hints"] }],
  ["no reason", "a status without a reason", { reason: "" }],
  ["another reason", "a status with another reason", { reason: "404 Not Found" }],
  [
    "names in lower case",
    "names of headers in lower case",
    {
      headers: { "Content-Type": [], "content-type": ["{type}"] },
    },
  ],
  [
    "names in capitals",
    "names of headers in capitals",
    {
      headers: { "Content-Type": [], "CONTENT-TYPE": ["{type}"] },
    },
  ],
  ["spaces around", "spaces around a value", typed("  {type} \t")],
  [
    "headers of others",
    "headers that nobody documented",
    {
      headers: {
        "X-Undocumented": ["1"],
        "Set-Cookie": ["a=1; Path=/", "b=2"],
        Server: ["other/1.0"],
        Vary: ["*"],
        Link: ["</>; rel=next"],
        Deprecation: ["@1700000000"],
        Warning: ['299 - "x"'],
      },
    },
  ],
  [
    "a Location",
    "a Location, which only a redirect makes one follow",
    {
      headers: { Location: ["{here}"], Refresh: ["0; url={here}"] },
    },
  ],
  [
    "a Retry-After",
    "a Retry-After, which only some statuses give a meaning",
    {
      headers: { "Retry-After": ["0"] },
    },
  ],
  ["late", "an answer that takes 150 ms", { afterMs: 150 }],
];

const spelledBodies: readonly Row[] = [
  ["all characters escaped", "each character of a text as an escape", text("{units}")],
  ["slashes escaped", "slashes as escapes", text("{slashes}")],
  ["on many lines", "white space wherever it may be", text("{lines}")],
  ["space around it", "white space around it", text(" \r\n\t{body}\r\n\r\n")],
  ["back to front", "names in another sequence", text("{backwards}")],
  ["longer", "100,000 spaces after it", { body: { text: "{body}", paddedToBytes: 100_000 } }],
];

const openBodies: readonly Row[] = [["U+FEFF", "U+FEFF before it", text("{hex:efbbbf}{body}")]];

function typed(type: string): RawAnswer {
  return { headers: { "Content-Type": [type] } };
}

function text(template: string): RawAnswer {
  return { body: { text: template } };
}
