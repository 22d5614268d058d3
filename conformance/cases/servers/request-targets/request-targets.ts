import type { HttpCase } from "../http-case.ts";
import {
  caseTable,
  refusedOutside,
  unknownTarget,
  type CaseTable,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import { parameterCases } from "./parameters.ts";
import { segmentCases } from "./segments.ts";
import { styleCases } from "./styles.ts";

export function targetCases(context: OperationContext): HttpCase[] {
  const table = caseTable(context, context.first, "targets");
  addPaths(table);
  addQueries(table);
  return [
    ...table.cases,
    ...segmentCases(context),
    ...parameterCases(context),
    ...styleCases(context),
  ];
}

function addPaths({ context, add }: CaseTable): void {
  const statuses = refusedOutside(context, [404]);
  const target = unknownTarget(context);
  if (target !== undefined)
    add("RFC 9110, section 15.5.5", { kind: "refused", statuses, isRepeated: true }, [
      ["path continued", "an unknown path below the documented one", { target }],
    ]);
  add("RFC 9112, section 3.2.2", "as-sample", [
    ["absolute form", "the whole URL as request target", { target: "{origin}{path}{query}" }],
  ]);
  add("RFC 3986, section 6.2.2", "as-sample-or-refused", [
    ...paths,
    ...spelledPaths(context.operation.path),
  ]);
}

const beside = "/undocumented/..{path}{query}";
const paths: readonly Row[] = [
  ["slash at the end", "a slash after the path", { target: "{path}/{query}" }, "path-slashes"],
  ["two slashes", "two slashes before the path", { target: "/{path}{query}" }, "path-slashes"],
  ["dot segment", "a dot before the path", { target: "/.{path}{query}" }, "dot-segments"],
  ["parent segment", "a segment and .. before the path", { target: beside }, "dot-segments"],
];

/** Another spelling of the first segment that is no parameter. */
function spelledPaths(path: string): Row[] {
  const literal = path.split("/").find((segment) => /^[a-z][^{}]*$/i.test(segment));
  if (literal === undefined) return [];
  const instead = (replacement: string) => ({ target: `{path:${literal}:${replacement}}{query}` });
  const escape = `%${literal.charCodeAt(0).toString(16)}${literal.slice(1)}`;
  return [
    ["path in capitals", "a segment in capitals", instead(literal.toUpperCase()), "path-case"],
    ["escaped letter", "a letter of the path as an escape", instead(escape), "escaped-path"],
  ];
}

function addQueries(table: CaseTable): void {
  const { context, add, refused } = table;
  add("RFC 3986, section 3.4", "as-sample-or-refused", [
    ["ampersand at the end", "an ampersand after the query", { target: "{path}{query?}&" }],
    ["question mark at the end", "a question mark without a query", { target: "{path}{query?}" }],
  ]);
  if (!context.isQueryClosed) return;
  const unknown = refused([400, 422], { fields: ["undocumented"] });
  const marks = ["?", "/", "a?b/c?d", "=", ":@!$'()*,;"].map((text): Row => {
    const name = `undocumented name with ${text}`;
    return [name, `${text} as it is in a value`, { query: `undocumented=${text}` }];
  });
  add("RFC 3986, section 3.4", unknown, marks);
  addUnknownNames(table);
  add("OpenAPI 3.1, section 4.8.12", unknown, [
    ["undocumented name", "an undocumented parameter", { query: "undocumented=1" }],
    [
      "undocumented name without value",
      "an undocumented parameter without a value",
      { query: "undocumented" },
    ],
    [
      "escaped undocumented name",
      "the name of an undocumented parameter as escapes",
      { query: "%75ndocumented=1" },
    ],
  ]);
}

/** Undocumented names, of which a client may send any number. */
function addUnknownNames({ context, add, refused }: CaseTable): void {
  const { mostViolations, unknownNames: { told = [], leftOut = [] } = {} } = context.decisions;
  const addRow = (
    further: Parameters<typeof refused>[1],
    name: string,
    why: string,
    names: readonly string[],
  ) => {
    const query = names.map((name) => `${encodeURIComponent(name)}=1`).join("&");
    add("OpenAPI 3.1, section 4.8.12", refused([400, 422], further), [[name, why, { query }]]);
  };
  if (mostViolations !== undefined) {
    const some = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`);
    const listed = some(mostViolations);
    addRow({ fields: listed }, "as many names as are listed", "faults up to the limit", listed);
    for (const count of [mostViolations + 1, 2 * mostViolations]) {
      const mostNamed = { fields: some(count), count: mostViolations };
      addRow({ mostNamed }, `${count} undocumented names`, "faults beyond the limit", some(count));
    }
  }
  for (const name of told)
    addRow({ fields: [name] }, `name told: ${name}`, "a name that is repeated", [name]);
  for (const name of leftOut)
    addRow({ leftOut: [name] }, `name left out: ${name}`, "a name not to be repeated", [name]);
}
