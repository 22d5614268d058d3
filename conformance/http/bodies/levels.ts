import { valueAt } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest } from "../../contract-allows.ts";
import type { HttpCase } from "../http-case.ts";
import { asSample, documentedAmong, rowsOf, type Ground, type Row } from "../make-case.ts";
import { jsonRow } from "./json-rows.ts";

/** JSON that nests as deep as it may and one level deeper, and brackets in texts, which nest nothing. */
export function levelCases(ground: Ground, base: Case): HttpCase[] {
  if (!isFurtherFieldAllowed(ground, base)) return [];
  const { nestingLevels } = ground.decisions;
  const tooDeep = {
    kind: "refused",
    statuses: documentedAmong(ground, [400, 422]),
    fields: ["body"],
  } as const;
  return [
    ...rowsOf(base, "bodies", ["RFC 8259, section 7", asSample], texts),
    ...(nestingLevels === undefined
      ? []
      : [
          ...rowsOf(
            base,
            "bodies",
            ["RFC 8259, section 9", asSample],
            [
              ...nested("to the limit", nestingLevels),
              further("many lists side by side", `[${Array(200).fill("[]").join(",")}]`),
            ],
          ),
          ...rowsOf(
            base,
            "bodies",
            ["RFC 8259, section 9", tooDeep],
            [
              ...nested("beyond the limit", nestingLevels + 1),
              further(
                "beyond the limit after brackets in a text",
                `["${"]}".repeat(100)}",${lists(nestingLevels - 1)}]`,
              ),
              further(
                "beyond the limit after an escaped quotation mark",
                `["\\"${"]}".repeat(100)}",${lists(nestingLevels - 1)}]`,
              ),
            ],
          ),
        ]),
  ];
}

/** More brackets than any limit of levels that a service is likely to have. */
const many = 2000;

const texts: readonly Row[] = [
  further("brackets in a text", `"${"[".repeat(many)}"`),
  further("braces in a text", `"${"{".repeat(many)}"`),
  further("brackets after an escaped quotation mark", `"\\"${"[".repeat(many)}"`),
  further("brackets after an escaped backslash", `["\\\\","${"[".repeat(many)}"]`),
  further("brackets in a name", `{"${"[{".repeat(many)}":1}`),
];

/** The body itself is the first level. */
function nested(how: string, levels: number): Row[] {
  const inside = levels - 1;
  const objects = '{"a":'.repeat(inside - 1) + "{}" + "}".repeat(inside - 1);
  const mixed = Array.from({ length: inside }, (_, at) => at % 2 === 0);
  const open = mixed.map((isList) => (isList ? "[" : '{"a":')).join("");
  const close = mixed.map((isList) => (isList ? "]" : "}")).toReversed();
  return [
    further(`lists nested ${how}`, lists(inside)),
    further(`objects nested ${how}`, objects),
    further(`lists and objects nested ${how}`, `${open}0${close.join("")}`),
  ];
}

function lists(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

function further(name: string, value: string): Row {
  return jsonRow(
    name,
    `${name}, in a field that nobody documented`,
    `{open},"undocumented":${value}}`,
  );
}

function isFurtherFieldAllowed({ contract, operation }: Ground, { request }: Case): boolean {
  const body = { ...(valueAt(request, "/body") as object), undocumented: [[1]] };
  return allowsRequest(contract, operation, { ...request, body });
}
