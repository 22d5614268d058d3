import { coerce, type Parameter, ownValue } from "@contract-toolkit/contract";
import type { Case } from "../../case.ts";
import type { HttpCase, Refused, Unlike } from "../http-case.ts";
import type { OpenPoint } from "../http-decisions.ts";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import {
  caseTable,
  percentEscape,
  type CaseTable,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";

export function parameterCases(context: OperationContext): HttpCase[] {
  return context.operation.parameters.flatMap((parameter) => {
    const { in: place, array, fields, type } = parameter;
    if ((place !== "path" && place !== "query") || array || fields) return [];
    const base = context.successes.find((success) => isShown(success, parameter));
    if (!base) return [];
    const table = caseTable(context, base, "targets");
    const isText = type === "string";
    const unlike = unlikeSample(parameter);
    const notOfType = isText ? unlike : notANumber(table, parameter);
    const add = (
      section: string,
      expected: Parameters<CaseTable["add"]>[1],
      list: readonly Spelling[],
      open?: OpenPoint,
    ) => {
      const rows = list.map(([what, why, text]): Row => {
        return [
          `${place} ${parameter.name} ${what}`,
          why,
          replaceParameterText(parameter, text),
          open,
        ];
      });
      table.add(section, expected, rows);
    };
    add("RFC 3986, section 2.1", "as-sample", asEscapes);
    add("RFC 3986, section 2.4", unlike, escapedTwice);
    add("RFC 3986, section 2.1", notOfType, badEscapes);
    if (isText) {
      const marks = place === "path" ? [...reserved, ...reservedInPath] : reserved;
      add("RFC 3986, section 2.2", unlike, marks);
    } else if (type === "boolean") {
      add("OpenAPI 3.1, section 4.8.12", notOfType, noBooleans.map(spelled(type)));
    } else {
      const others = type === "integer" ? [...noIntegers, ...noNumbers] : noNumbers;
      const nothing = place === "query" ? ([["nothing", ""]] as const) : [];
      const open = otherNumbers.map(spelled(type));
      add("RFC 8259, section 6", "as-sample-or-refused", open, "parameter-spelling");
      add("RFC 8259, section 6", notOfType, [...others, ...nothing].map(spelled(type)));
    }
    if (place === "query") addNameSpellings(parameter, table);
    return table.cases;
  });
}

/** `text` is that of `RawParameter`. */
type Spelling = readonly [what: string, why: string, text: string];

/** A target is split first, and then its parts are percent-decoded once. */
const asEscapes: readonly Spelling[] = [["escaped", "each character as an escape", "{escaped}"]];
const escapedTwice: readonly Spelling[] = [
  ["escaped twice", "each character escaped twice", "{twice}"],
];
const badEscapes: readonly Spelling[] = [
  ["incomplete escape", "an incomplete escape after the value", "{value}%4"],
  ["no escape", "an escape that has no hexadecimal digits", "{value}%zz"],
  ["percent sign", "a percent sign without an escape", "{value}%"],
  ["byte ff", "a byte that never occurs in UTF-8, as an escape", "{value}%FF"],
  ["character cut off", "a character without its end", "{value}%E2%82"],
  ["overlong escape", "a character in more bytes than it needs", "{value}%C0%AF"],
];

/** Reserved characters have no special meaning if they are escaped. */
const reserved = [
  ["ampersand", "{value}%26undocumented%3D1"],
  ["number sign", "{value}%23a"],
  ["question mark", "{value}%3Fa=1"],
  ["slash", "{value}%2F"],
  ["plus sign", "{value}%2B"],
  ["NUL", "{value}%00"],
  ["semicolon", "{value}%3Ba%3D1"],
  ["line end", "{value}%0D%0Aa"],
].map(afterValue);

const reservedInPath = [
  ["space", "{value}%20"],
  ["space before", "%20{value}"],
  ["plus as it is", "{value}+"],
  ["semicolon as it is", "{value};a=1"],
  ["comma", "{value},a"],
  ["dot", "{value}."],
  ["suffix", "{value}.json"],
  ["quotation marks", "%22{value}%22"],
].map(afterValue);

function afterValue([what = "", text = ""]: readonly string[]): Spelling {
  return [`with ${what}`, `a ${what} beside the value`, text];
}

const noBooleans = [
  ["maybe", "maybe"],
  ["{value}e", "{value}e"],
] as const;

const otherNumbers = [
  ["+1", "%2B{value}"],
  ["01", "0{value}"],
  ["space 1", "%20{value}"],
  ["plus 1", "+{value}"],
  ["1 space", "{value}%20"],
  ["1.0", "{value}.0"],
  ["1e0", "{value}e0"],
  ["1 line end", "{value}%0A"],
] as const;

const noIntegers = [
  ["1.5", "{value}.5"],
  ["1e-1", "{value}e-1"],
] as const;

const noNumbers = [
  ["1x", "{value}x"],
  ["x1", "x{value}"],
  ["0x1", "0x{value}"],
  ["1,0", "{value}%2C0"],
  ["1_0", "{value}_0"],
  ["1;", "{value}%3B"],
  ...["-", "NaN", "Infinity", "null", "true"].map((text) => [text, text] as const),
  ["Arabic digit", "%D9%A1"],
  ["wide digit", "%EF%BC%91"],
] as const;

function spelled(type: string | undefined) {
  return ([what, text]: readonly [string, string]): Spelling => [
    `spelled ${what}`,
    `${type ?? "a value"} spelled ${what}`,
    text,
  ];
}

function replaceParameterText({ in: place, name }: Parameter, text: string, as?: string): RawForm {
  if (place !== "path" && place !== "query") return {};
  return { parameters: [{ in: place, name, text, ...(as !== undefined && { as }) }] };
}

function isShown({ request }: Case, { in: place, name }: Parameter): boolean {
  const value = ownValue(place === "path" ? request.path : request.query, name);
  return ["string", "number", "boolean"].includes(typeof value) && value !== "";
}

function unlikeSample(parameter: Parameter): Unlike {
  const { in: place, name, required } = parameter;
  return {
    kind: "unlike-sample",
    control: replaceParameterText(parameter, "{value}0"),
    ...(place === "query" && !required && { absent: { parameters: [{ in: place, name }] } }),
  };
}

function notANumber({ refused }: CaseTable, { in: place, name }: Parameter): Refused {
  return place === "path"
    ? { kind: "refused", statuses: [400, 404, 422] }
    : refused([400, 422], { fields: [name] });
}

const OPENAPI = "OpenAPI 3.1, section 4.8.12";

function addNameSpellings(
  parameter: Parameter,
  { context, base: { request }, add, refused }: CaseTable,
) {
  const { name } = parameter;
  const { operation, isQueryClosed, decisions, allows } = context;
  const own = `query ${name}`;
  const named = (what: string, why: string, as: string): Row => {
    return [`${own} ${what}`, why, replaceParameterText(parameter, "{value}", as)];
  };
  const again = encodeURIComponent(String(ownValue(request.query, name)));
  const open = "repeated-parameters";
  add("RFC 3986, section 2.4", "as-sample", [
    named("escaped name", "the name as escapes", percentEscape(name)),
  ]);
  add(OPENAPI, "as-sample-or-refused", [
    [`${own} twice`, "the parameter twice", { query: `${name}=${again}` }, open],
    [`${own} twice and empty`, "the parameter again without a value", { query: `${name}=` }, open],
  ]);
  const respelled = inOtherCase(name);
  const isDocumented = operation.parameters.some(
    (parameter) => parameter.in === "query" && parameter.name === respelled,
  );
  const unknown = isQueryClosed ? refused([400, 422]) : "documented";
  const isOwn = refused([400, 422], { fields: [name] });
  add("RFC 3986, section 6.2.2.1", unknown, [
    named("with space", "a space after the name", `${name}%20`),
    ...(isDocumented ? [] : [named("other case", "the name in another case", respelled)]),
  ]);
  const isKnown = isQueryClosed && decisions.isBracketedNameKnown === true;
  add("RFC 3986, section 6.2.2.1", isKnown ? isOwn : unknown, [
    named("with brackets", "brackets after the name", `${name}[]`),
    named("with index", "an index after the name", `${name}[0]`),
  ]);
  // An error about one parameter must not hide one about a parameter whose name begins alike.
  const longer = `${name}undocumented`;
  const alike = "the parameter twice, and an undocumented one whose name begins alike";
  if (isQueryClosed && decisions.openPoints?.[open] === "refused")
    add(OPENAPI, refused([400, 422], { fields: [name, longer] }), [
      [`${own} twice beside a longer name`, alike, { query: `${name}=1&${longer}=1` }],
    ]);
  const query = { ...request.query, [name]: coerce(parameter.type, "") };
  if (parameter.type === "string" && !allows({ ...request, query }))
    add(OPENAPI, isOwn, [
      [`${own} empty`, "the parameter without a value", replaceParameterText(parameter, "")],
    ]);
}
