import type { Case } from "../../case.ts";
import type { HttpCase, Refused } from "../http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  documentedAmong,
  refusedOutside,
  rowsOf,
  unknownTarget,
  type Ground,
  type Row,
} from "../make-case.ts";
import { parameterCases } from "./parameters.ts";
import { segmentCases } from "./segments.ts";
import { styleCases } from "./styles.ts";
import type { RawForm } from "../raw-form.ts";

/** Request targets of an operation in other spellings: its path, the names and the values of its parameters. */
export function targetCases(ground: Ground): HttpCase[] {
  const [base] = ground.plain;
  if (!base) return [];
  return [
    ...paths(ground, base),
    ...queries(ground, base),
    ...segmentCases(ground),
    ...parameterCases(ground),
    ...styleCases(ground),
  ];
}

function paths(ground: Ground, base: Case): HttpCase[] {
  const unknown = {
    kind: "refused",
    statuses: refusedOutside(ground, [404]),
    isRepeated: true,
  } as const;
  // Only what is no parameter is the contract's own spelling.
  const literal = ground.operation.path
    .split("/")
    .find((segment) => /^[a-z][^{}]*$/i.test(segment));
  const replaced = (from: string, to: string): RawForm => ({
    target: `{path:${from}:${to}}{query}`,
  });
  const target = unknownTarget(ground);
  return [
    ...(target === undefined
      ? []
      : rowsOf(
          base,
          "targets",
          ["RFC 9110, section 15.5.5", unknown],
          [["path continued", "a path that goes on", { target }]],
        )),
    ...rowsOf(
      base,
      "targets",
      ["RFC 9112, section 3.2.2", asSample],
      [
        [
          "absolute form",
          "the whole URL as the request target",
          { target: "{origin}{path}{query}" },
        ],
      ],
    ),
    ...rowsOf(
      base,
      "targets",
      ["RFC 3986, section 6.2.2", asSampleOrRefused],
      [
        [
          "slash at the end",
          "a slash after the path",
          { target: "{path}/{query}" },
          "path-slashes",
        ],
        [
          "two slashes",
          "two slashes before the path",
          { target: "/{path}{query}" },
          "path-slashes",
        ],
        [
          "dot segment",
          "a dot segment before the path",
          { target: "/.{path}{query}" },
          "dot-segments",
        ],
        [
          "parent segment",
          "a segment and its parent before the path",
          { target: "/undocumented/..{path}{query}" },
          "dot-segments",
        ],
        ...(literal === undefined
          ? []
          : ([
              [
                "path in capitals",
                "a segment of the path in capitals",
                replaced(literal, literal.toUpperCase()),
                "path-case",
              ],
              [
                "escaped letter",
                "a letter of the path as an escape",
                replaced(literal, `%${literal.charCodeAt(0).toString(16)}${literal.slice(1)}`),
                "escaped-path",
              ],
            ] as const)),
      ],
    ),
  ];
}

function queries(ground: Ground, base: Case): HttpCase[] {
  const unknown = {
    kind: "refused",
    statuses: documentedAmong(ground, [400, 422]),
    fields: ["undocumented"],
  } as const;
  const harmless: readonly Row[] = [
    ["ampersand at the end", "an ampersand after the query", { target: "{path}{query?}&" }],
    ["question mark at the end", "a question mark without a query", { target: "{path}{query?}" }],
  ];
  return [
    ...rowsOf(base, "targets", ["RFC 3986, section 3.4", asSampleOrRefused], harmless),
    ...(ground.isQueryClosed
      ? rowsOf(
          base,
          "targets",
          ["RFC 3986, section 3.4", unknown],
          ["?", "/", "a?b/c?d", "=", ":@!$'()*,;"].map((text): Row => [
            `undocumented name with ${text}`,
            `${text} as it is in a value`,
            { query: `undocumented=${text}` },
          ]),
        )
      : []),
    ...(ground.isQueryClosed ? namesMadeUp(ground, base) : []),
    ...(ground.isQueryClosed
      ? rowsOf(
          base,
          "targets",
          ["OpenAPI 3.1, section 4.8.12", unknown],
          [
            [
              "undocumented name",
              "a parameter that nobody documented",
              { query: "undocumented=1" },
            ],
            [
              "undocumented name without value",
              "the same without a value",
              { query: "undocumented" },
            ],
            ["escaped undocumented name", "the same as escapes", { query: "%75ndocumented=1" }],
          ],
        )
      : []),
  ];
}

/** Faults that are as many, and as long, as a client likes. */
function namesMadeUp(ground: Ground, base: Case): HttpCase[] {
  const { mostFaults, unknownNames } = ground.decisions;
  const refused = { kind: "refused", statuses: documentedAmong(ground, [400, 422]) } as const;
  const section = "OpenAPI 3.1, section 4.8.12";
  const row = (name: string, why: string, names: readonly string[]): Row => [
    name,
    why,
    { query: names.map((each) => `${encodeURIComponent(each)}=1`).join("&") },
  ];
  const some = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`);
  const rows = (expected: Refused, ...made: Row[]) =>
    rowsOf(base, "targets", [section, expected], made);
  return [
    ...(mostFaults === undefined
      ? []
      : [
          ...rows(
            { ...refused, fields: some(mostFaults) },
            row("as many names as are listed", "as many faults as are listed", some(mostFaults)),
          ),
          ...[mostFaults + 1, 2 * mostFaults].flatMap((count) =>
            rows(
              { ...refused, mostNamed: { fields: some(count), count: mostFaults } },
              row(`${count} undocumented names`, "more faults than are listed", some(count)),
            ),
          ),
        ]),
    ...(unknownNames?.told ?? []).flatMap((name) =>
      rows(
        { ...refused, fields: [name] },
        row(`name told: ${name}`, "a name that may be repeated", [name]),
      ),
    ),
    ...(unknownNames?.leftOut ?? []).flatMap((name) =>
      rows(
        { ...refused, leftOut: [name] },
        row(`name left out: ${name}`, "a name that must not be repeated", [name]),
      ),
    ),
  ];
}
