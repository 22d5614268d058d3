import type { Case } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  caseTables,
  refused,
  refusedOutside,
  unknownTarget,
  type CaseTables,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import { parameterCases } from "./parameters.ts";
import { segmentCases } from "./segments.ts";
import { styleCases } from "./styles.ts";

/** Request targets of an operation in other spellings: its path, the names and the values of its parameters. */
export function targetCases(context: OperationContext): HttpCase[] {
  const [base] = context.plain;
  if (!base) return [];
  const tables = caseTables(base, "targets");
  addPaths(context, tables);
  addQueries(context, tables);
  return [
    ...tables.cases,
    ...segmentCases(context, base),
    ...parameterCases(context),
    ...styleCases(context),
  ];
}

function addPaths(context: OperationContext, { add }: CaseTables): void {
  const statuses = refusedOutside(context, [404]);
  const target = unknownTarget(context);
  if (target !== undefined)
    add("RFC 9110, section 15.5.5", { kind: "refused", statuses, isRepeated: true }, [
      ["path continued", "a path that goes on", { target }],
    ]);
  const absolute = { target: "{origin}{path}{query}" };
  add("RFC 9112, section 3.2.2", asSample, [
    ["absolute form", "the whole URL as target", absolute],
  ]);
  add("RFC 3986, section 6.2.2", asSampleOrRefused, [...paths, ...spelledPaths(context.operation)]);
}

const paths: readonly Row[] = [
  ["slash at the end", "a slash after the path", { target: "{path}/{query}" }, "path-slashes"],
  ["two slashes", "two slashes before the path", { target: "/{path}{query}" }, "path-slashes"],
  ["dot segment", "a dot before the path", { target: "/.{path}{query}" }, "dot-segments"],
  [
    "parent segment",
    "a segment and its parent before the path",
    { target: "/undocumented/..{path}{query}" },
    "dot-segments",
  ],
];

/** Only what is no parameter is the contract's own spelling. */
function spelledPaths({ path }: Case["operation"]): Row[] {
  const literal = path.split("/").find((segment) => /^[a-z][^{}]*$/i.test(segment));
  if (literal === undefined) return [];
  const instead = (other: string) => ({ target: `{path:${literal}:${other}}{query}` });
  const escape = `%${literal.charCodeAt(0).toString(16)}${literal.slice(1)}`;
  return [
    ["path in capitals", "a segment in capitals", instead(literal.toUpperCase()), "path-case"],
    ["escaped letter", "a letter of the path as an escape", instead(escape), "escaped-path"],
  ];
}

function addQueries(context: OperationContext, { add }: CaseTables): void {
  add("RFC 3986, section 3.4", asSampleOrRefused, [
    ["ampersand at the end", "an ampersand after the query", { target: "{path}{query?}&" }],
    ["question mark at the end", "a question mark without a query", { target: "{path}{query?}" }],
  ]);
  if (!context.isQueryClosed) return;
  const unknown = refused(context, [400, 422], { fields: ["undocumented"] });
  const marks = ["?", "/", "a?b/c?d", "=", ":@!$'()*,;"];
  add(
    "RFC 3986, section 3.4",
    unknown,
    marks.map((text): Row => [
      `undocumented name with ${text}`,
      `${text} as it is in a value`,
      { query: `undocumented=${text}` },
    ]),
  );
  addNames(context, add);
  add("OpenAPI 3.1, section 4.8.12", unknown, [
    ["undocumented name", "a parameter that nobody documented", { query: "undocumented=1" }],
    ["undocumented name without value", "the same without a value", { query: "undocumented" }],
    ["escaped undocumented name", "the same as escapes", { query: "%75ndocumented=1" }],
  ]);
}

/** Faults that are as many, and as long, as a client likes. */
function addNames(context: OperationContext, add: CaseTables["add"]): void {
  const { mostFaults, unknownNames: { told = [], leftOut = [] } = {} } = context.decisions;
  const addRow = (
    further: Parameters<typeof refused>[2],
    name: string,
    why: string,
    names: readonly string[],
  ) => {
    const query = names.map((each) => `${encodeURIComponent(each)}=1`).join("&");
    const expected = refused(context, [400, 422], further);
    add("OpenAPI 3.1, section 4.8.12", expected, [[name, why, { query }]]);
  };
  if (mostFaults !== undefined) {
    const some = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`);
    const listed = some(mostFaults);
    addRow({ fields: listed }, "as many names as are listed", "faults up to the limit", listed);
    for (const count of [mostFaults + 1, 2 * mostFaults]) {
      const mostNamed = { fields: some(count), count: mostFaults };
      addRow({ mostNamed }, `${count} undocumented names`, "faults beyond the limit", some(count));
    }
  }
  for (const name of told)
    addRow({ fields: [name] }, `name told: ${name}`, "a name that may be repeated", [name]);
  for (const name of leftOut)
    addRow({ leftOut: [name] }, `name left out: ${name}`, "a name not to repeat", [name]);
}
