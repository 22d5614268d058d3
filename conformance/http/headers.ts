import { coerce } from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import { faultsOfRequest } from "../contract-allows.ts";
import type { HttpCase, Refused } from "./http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  documentedAmong,
  refusedOutside,
  rowsOf,
  type Ground,
  type Row,
} from "./make-case.ts";

/** Header fields in other spellings, further ones, and those that HTTP does not allow. */
export function headerCases(ground: Ground): HttpCase[] {
  const base = ground.plain.find(({ request }) => request.body !== undefined) ?? ground.plain[0];
  if (!base) return [];
  const malformed: Refused = { kind: "refused", statuses: refusedOutside(ground, [400]) };
  return [
    ...rowsOf(base, "headers", ["RFC 9110, section 5.1", asSample], spelledNames(base)),
    ...rowsOf(base, "headers", ["RFC 9110, section 5.5", asSample], [spacesAround(base)]),
    ...rowsOf(
      base,
      "headers",
      ["RFC 9110, section 5.1", asSample],
      [["unknown field", "a field that nobody knows", { headers: { "X-Undocumented": ["1"] } }]],
    ),
    ...rowsOf(
      base,
      "headers",
      ["RFC 9110, section 12.5.1", asSample],
      [["Accept everything", "any answer is accepted", { headers: { Accept: ["*/*"] } }]],
    ),
    ...rowsOf(
      base,
      "headers",
      ["RFC 9110, section 12.5.1", asSampleOrRefused],
      [["Accept something else", "no answer is accepted", { headers: { Accept: ["image/png"] } }]],
    ),
    ...rowsOf(base, "headers", ["RFC 9110, section 10.1.1", asSample], expectations(base)),
    ...typesWithoutBody(ground),
    ...emptyValues(ground, base),
    ...rowsOf(
      base,
      "headers",
      ["RFC 9112, section 9.6", asSample],
      [["last request", "the connection is to end", { headers: { Connection: ["close"] } }]],
    ),
    // It must be refused, which many an HTTP server under an application does not do.
    ...rowsOf(
      base,
      "headers",
      ["RFC 9112, section 3.2", asSampleOrRefused],
      [
        [
          "Host twice",
          "two hosts",
          { headers: { Host: ["{value}", "other.example"] } },
          "ambiguous-host",
        ],
        [
          "Host twice the same",
          "the same host twice",
          { headers: { Host: ["{value}", "{value}"] } },
          "ambiguous-host",
        ],
        [
          "Host with space",
          "a host that is none",
          { headers: { Host: ["a b"] } },
          "ambiguous-host",
        ],
      ],
    ),
    ...rowsOf(
      base,
      "headers",
      ["RFC 9112, section 3.2", malformed],
      [["Host missing", "a request without Host", { headers: { Host: [] } }]],
    ),
    ...rowsOf(
      base,
      "headers",
      ["RFC 9112, section 5.1", malformed],
      [["space before colon", "a space after a name", { headers: { "X-Undocumented ": ["1"] } }]],
    ),
    ...rowsOf(
      base,
      "headers",
      ["RFC 9112, section 6.3", malformed],
      [
        [
          "two lengths",
          "two different lengths",
          { body: { text: "{}" }, headers: { "Content-Length": ["7"] } },
        ],
        ["length no number", "a length that is none", { headers: { "Content-Length": ["x"] } }],
      ],
    ),
  ].map((each) => (each.section.startsWith("RFC 9112") ? { ...each, isOutside: true } : each));
}

function namesOf({ request }: Case): string[] {
  const own = Object.keys(request.headers);
  const hasType = own.some((name) => name.toLowerCase() === "content-type");
  return request.body === undefined || hasType ? own : [...own, "Content-Type"];
}

function changed(base: Case, name: (own: string) => string, value: string): Row[2] {
  return { headers: Object.fromEntries(namesOf(base).map((own) => [name(own), [value]])) };
}

function spelledNames(base: Case): Row[] {
  return [
    [
      "names in capitals",
      "names in capitals",
      changed(base, (own) => own.toUpperCase(), "{value}"),
    ],
    [
      "names in lower case",
      "names in lower case",
      changed(base, (own) => own.toLowerCase(), "{value}"),
    ],
  ];
}

function spacesAround(base: Case): Row {
  return [
    "spaces around values",
    "spaces and tabs around values",
    changed(base, String, " \t{value} \t"),
  ];
}

/** A Content-Type says something about a body, and there is none. */
function typesWithoutBody({ plain }: Ground): HttpCase[] {
  const base = plain.find(({ request }) => request.body === undefined);
  if (!base) return [];
  const row = (name: string, values: readonly string[]): Row => [
    name,
    "a Content-Type beside no body",
    { headers: { "Content-Type": values } },
    "type-without-body",
  ];
  return rowsOf(
    base,
    "headers",
    ["RFC 9110, section 8.3", asSampleOrRefused],
    [
      row("no type of no body", []),
      row("another type of no body", ["text/plain"]),
      row("type of no body that is none", ["undocumented"]),
    ],
  );
}

/** A field that is there without a value is not one that is missing (RFC 9110, section 5.5). */
function emptyValues({ contract, operation, plain }: Ground, first: Case): HttpCase[] {
  const refused = (fields: readonly string[]): Refused => ({
    kind: "refused",
    statuses: documentedAmong({ contract, operation }, [400, 422]),
    fields,
  });
  return operation.parameters.flatMap(
    ({ in: place, name, type, credential, array, negotiated }) => {
      if (place !== "header" || credential || array || negotiated) return [];
      const base = plain.find(({ request }) => request.headers[name] !== undefined) ?? first;
      const headers = { ...base.request.headers, [name]: coerce(type, "") };
      if (faultsOfRequest(contract, operation, { ...base.request, headers }).length === 0)
        return [];
      return rowsOf(
        base,
        "headers",
        ["RFC 9110, section 5.5", refused([name])],
        [
          [`${name} empty`, "a field without a value", { headers: { [name]: [""] } }],
          [`${name} of spaces`, "a field of spaces", { headers: { [name]: ["  "] } }],
        ],
      );
    },
  );
}

/** What a client asks that has much to send. */
function expectations({ request }: Case): Row[] {
  if (request.body === undefined) return [];
  return [
    ["Expect", "the client waits before its body", { headers: { Expect: ["100-continue"] } }],
  ];
}
