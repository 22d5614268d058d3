import { isObject, valueAt } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest, faultsOfRequest } from "../../../contract-allows.ts";
import {
  asSample,
  asSampleOrRefused,
  body,
  refused,
  type CaseTables,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import {
  badJson,
  badUtf8,
  bracketsInTexts,
  nested,
  tooDeepAfterTexts,
  further,
} from "./json-rows.ts";

/** JSON in other spellings, what is no JSON, other values than an object, and nesting to its limit. */
export function addJson(context: OperationContext, base: Case, tables: CaseTables): void {
  addSpellings(base, tables);
  const { add } = tables;
  const wrong = refused(context, [400, 422], { fields: ["body"] });
  add("RFC 8259, section 2", { ...wrong, isRepeated: true }, badJson);
  add("RFC 8259, section 8.1", { ...wrong, isRepeated: true }, badUtf8);
  const { contract, operation, decisions } = context;
  const { request } = base;
  const own = valueAt(request, "/body");
  const isRefused = (other: unknown) =>
    faultsOfRequest(contract, operation, { ...request, body: other }).length > 0;
  add(
    "RFC 8259, section 3",
    wrong,
    otherValues(own)
      .filter(([, value]) => isRefused(value))
      .map(([what, , text]): Row => [what, `${what} where an object is documented`, body(text)]),
  );
  const withFurther = { ...request, body: { ...(own as object), undocumented: [[1]] } };
  if (!allowsRequest(contract, operation, withFurther)) return;
  add("RFC 8259, section 7", asSample, bracketsInTexts);
  const { nestingLevels } = decisions;
  if (nestingLevels === undefined) return;
  add("RFC 8259, section 9", asSample, [
    ...nested("to the limit", nestingLevels),
    further("many lists side by side", `[${Array(200).fill("[]").join(",")}]`),
  ]);
  add("RFC 8259, section 9", wrong, [
    ...nested("beyond the limit", nestingLevels + 1),
    ...tooDeepAfterTexts(nestingLevels),
  ]);
}

function otherValues(own: unknown): readonly (readonly [string, unknown, string])[] {
  return [
    ["an empty list", [], "[]"],
    ["a list of it", [own], "[{body}]"],
    ["a text", "{}", '"{}"'],
    ["a number", 1, "1"],
    ["true", true, "true"],
    ["null", null, "null"],
  ];
}

function addSpellings(base: Case, { add }: CaseTables): void {
  add("RFC 8259, section 2", asSample, [
    ["white space around", "JSON with white space around it", body(" \r\n\t{body}\n ")],
  ]);
  add("RFC 8259, section 7", asSample, [
    ["characters as escapes", "JSON whose texts and names are escapes", body("{units}")],
  ]);
  add("RFC 8259, section 8.1", asSampleOrRefused, [
    ["U+FEFF before it", "JSON after U+FEFF", body("{hex:efbbbf}{body}"), "bom"],
  ]);
  const half = body('{open},"undocumented":"\\ud800"}');
  add("RFC 8259, section 8.2", asSampleOrRefused, [
    ["lone surrogate", "half of a surrogate pair in a further field", half, "lone-surrogates"],
  ]);
  add("RFC 8259, section 4", asSampleOrRefused, nameTwice(base));
  add("RFC 8259, section 6", asSampleOrRefused, numberSpellings(base));
}

/** A value that no replay makes afresh, so that it stands in the case as it is sent. */
function nameTwice({ request, fresh }: Case): Row[] {
  const found = Object.entries(request.body as object).find(
    ([name, value]) =>
      !isObject(value) && !fresh.some(({ pointer }) => pointer === `/body/${name}`),
  );
  if (!found) return [];
  const [name = "", value = ""] = found.map((each) => JSON.stringify(each));
  const twice = body(`{open},${name}:${value}}`);
  return [["name twice", `the name ${name} twice`, twice, "duplicate-keys"]];
}

function numberSpellings({ request }: Case): Row[] {
  const [, text, name, value] = /(("[^"]+"):(\d+))[,}]/.exec(JSON.stringify(request.body)) ?? [];
  if (text === undefined || name === undefined || value === undefined) return [];
  const spelled = (as: string, by: string): Row => [
    `number ${as}`,
    `${name} is written ${as}`,
    { body: { text: "{body}", replaced: { text, by: `${name}:${by}` } } },
    "number-spelling",
  ];
  return [spelled("with a fraction of 0", `${value}.0`), spelled("with an exponent", `${value}e0`)];
}
