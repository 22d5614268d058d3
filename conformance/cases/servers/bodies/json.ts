import { isObject } from "@contract-toolkit/contract";
import { body, isAsWritten, type Row } from "../make-case.ts";
import type { BodyTable } from "./body-table.ts";
import {
  badJson,
  badUtf8,
  further,
  furtherFields,
  jsonSpellings,
  nested,
  tooDeepAfterTexts,
} from "./json-rows.ts";

export function addJson(table: BodyTable): void {
  addSpellings(table);
  const { context, base, add, refused } = table;
  const isAllowed = (body: unknown) => context.allows({ ...base.request, body });
  const wrong = refused([400, 422], { fields: ["body"] });
  add("RFC 8259, section 2", { ...wrong, isRepeated: true }, badJson);
  add("RFC 8259, section 8.1", { ...wrong, isRepeated: true }, badUtf8);
  const others = wrongJsonValues(base.request.body).filter(([, value]) => !isAllowed(value));
  add(
    "RFC 8259, section 3",
    wrong,
    others.map(([what, , text]) => [what, `${what} instead of the documented body`, body(text)]),
  );
  if (!isAllowed({ ...Object(base.request.body), undocumented: [[1]] })) return;
  add("RFC 8259, section 7", "as-sample", furtherFields);
  const { nestingLevels } = context.decisions;
  if (nestingLevels === undefined) return;
  add("RFC 8259, section 9", "as-sample", [
    ...nested("to the limit", nestingLevels),
    further("many lists side by side", `[${Array(200).fill("[]").join(",")}]`),
  ]);
  add("RFC 8259, section 9", wrong, [
    ...nested("beyond the limit", nestingLevels + 1),
    ...tooDeepAfterTexts(nestingLevels),
  ]);
}

function wrongJsonValues(own: unknown): readonly (readonly [string, unknown, string])[] {
  return [
    ["an empty list", [], "[]"],
    ["a list of it", [own], "[{body}]"],
    ["a text", "{}", '"{}"'],
    ["a number", 1, "1"],
    ["true", true, "true"],
    ["null", null, "null"],
  ];
}

function addSpellings({ base, add }: BodyTable): void {
  const { request } = base;
  add("RFC 8259, section 2", "as-sample", jsonSpellings);
  add("RFC 8259, section 8.1", "as-sample-or-refused", [
    ["U+FEFF before it", "JSON after U+FEFF", body("{hex:efbbbf}{body}"), "bom"],
  ]);
  const half = body('{open},"undocumented":"\\ud800"}');
  add("RFC 8259, section 8.2", "as-sample-or-refused", [
    ["lone surrogate", "half of a surrogate pair", half, "lone-surrogates"],
  ]);
  // A value that the run makes would be replaced in one of the two places only.
  const again = Object.entries(request.body as object)
    .filter(([name, value]) => !isObject(value) && isAsWritten(base, `/body/${name}`))
    .slice(0, 1)
    .map((pair) => pair.map((value) => JSON.stringify(value)))
    .map(([name = "", value = ""]): Row => {
      const twice = body(`{open},${name}:${value}}`);
      return ["name twice", `the name ${name} twice`, twice, "duplicate-keys"];
    });
  add("RFC 8259, section 4", "as-sample-or-refused", again);
  add("RFC 8259, section 6", "as-sample-or-refused", jsonNumberSpellings(request.body));
}

function jsonNumberSpellings(own: unknown): Row[] {
  const [, text, name, value] = /(("[^"]+"):(\d+))[,}]/.exec(JSON.stringify(own)) ?? [];
  if (text === undefined || name === undefined || value === undefined) return [];
  const spelled = (as: string, by: string): Row => {
    const replaced = { text, by: `${name}:${by}` };
    const raw = { body: { text: "{body}", replaced } };
    return [`number ${as}`, `${name} is written ${as}`, raw, "number-spelling"];
  };
  return [spelled("with a fraction of 0", `${value}.0`), spelled("with an exponent", `${value}e0`)];
}
