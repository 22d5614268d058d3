import { createHash } from "node:crypto";
import type { Case, ConstraintCase } from "../case.ts";
import { isAnonymous } from "../../credentials.ts";
import { exchangeAtBoundary } from "../boundaries/constraint-case.ts";
import type { HttpCase } from "./http-case.ts";
import { caseTable, headerForm, type OperationContext, type Row } from "./make-case.ts";
import { mergeRawForms, type RawForm } from "./raw-form.ts";

/**
 * Requests with something beside them that has no meaning for the operation. They must get the same response as without it. The
 * first sample gets each addition alone, and some other cases, drawn by their ids, get all of them.
 */
export function neutralCases(
  context: OperationContext,
  samples: readonly Case[],
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const { first } = context;
  const rows = additions(context);
  const others = [
    ...samples.filter((sample) => sample !== first),
    ...constraints
      .filter(({ constraint }) => constraint.direction === "request")
      .map((item) => ({ ...exchangeAtBoundary(item), id: item.id })),
  ].filter((item) => !isAnonymous(item));
  const everything = rows
    .map(([, [, , raw]]) => raw)
    .filter(({ isPipelined, isBefore }) => !isPipelined && !isBefore)
    .reduce(mergeRawForms, {});
  return [
    ...rows.flatMap(([section, row]) => neutral(context, first, section, row)),
    ...drawn(others).flatMap((other) => {
      const name = `everything beside ${other.id.slice(other.id.indexOf("/") + 1)}`;
      const why = "headers and a query parameter that mean nothing here";
      return neutral(context, other, "RFC 9110, section 5.1", [name, why, everything]);
    }),
  ];
}

function neutral(context: OperationContext, base: Case, section: string, row: Row): HttpCase[] {
  const { add, cases } = caseTable(context, base, "neutral");
  add(section, "as-without", [row]);
  return cases;
}

/** The same cases in every run of a contract. */
function drawn(cases: readonly Case[]): Case[] {
  const rank = ({ id }: Case) => createHash("sha256").update(id).digest("hex");
  return cases.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1)).slice(0, MOST_DRAWN);
}

const MOST_DRAWN = 4;

/** What an operation does not document, so that it must make no difference. */
function additions({ operation, isQueryClosed, shownHeaders }: OperationContext): Addition[] {
  const { parameters, security = [], method } = operation;
  const known = new Set(
    [...parameters, ...security.flat()].flatMap((parameter) =>
      parameter.in === "cookie" ? ["cookie"] : [parameter.name.toLowerCase()],
    ),
  );
  const found = Object.entries(neutralHeaders).flatMap(([name, [section, value]]): Addition[] =>
    known.has(name.toLowerCase())
      ? []
      : [[section, [name, `${name}, which means nothing here`, headerForm(name, value)]]],
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const { own = [], foreign = [] } = Object.groupBy(shownHeaders, ([name]) =>
    known.has(name.toLowerCase()) ? "own" : "foreign",
  );
  const lines = (some: typeof shownHeaders) =>
    Object.fromEntries(some.map(([name, value]) => [name, [value]]));
  if (foreign.length > 0)
    found.push([
      "RFC 9110, section 5.1",
      ["headers of others", "headers of other operations", { headers: lines(foreign) }],
    ]);
  found.push([
    "RFC 9112, section 9.3",
    [
      "after another",
      "another request before it",
      { headers: lines(own.filter(([name]) => !required.includes(name))), isBefore: true },
    ],
  ]);
  if (!isQueryClosed)
    found.push(["RFC 3986, section 3.4", ["query", "an undocumented query parameter", query]]);
  if (method === "GET")
    found.push(["RFC 9112, section 9.3.2", ["pipelined", "the same request after it", pipelined]]);
  return found;
}

type Addition = readonly [section: string, Row];

const query: RawForm = { query: "undocumented=1" };
const pipelined: RawForm = { isPipelined: true };

/** The language of a response is that of the contract, unless `Vary` says that it is negotiated. */
const neutralHeaders: Readonly<Record<string, readonly [section: string, value: string]>> = {
  "Accept-Language": ["RFC 9110, section 12.5.4", "en, vi;q=0.5, de;q=0.1"],
  "Accept-Encoding": ["RFC 9110, section 12.5.3", "gzip;q=0, deflate;q=0, br;q=0, identity"],
  Forwarded: ["RFC 7239, section 4", "for=192.0.2.43"],
  "X-Forwarded-Host": ["RFC 7239, section 4", "undocumented.example"],
  Prefer: ["RFC 7240, section 2", "return=minimal"],
  Cookie: ["RFC 6265, section 4.2", "undocumented=1; lang=en"],
};
