import { coerce, type Parameter } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest } from "../../../contract-allows.ts";
import type { HttpCase, Refused, Unlike } from "../http-case.ts";
import type { OpenPoint } from "../http-decisions.ts";
import {
  asSample,
  asSampleOrRefused,
  caseTables,
  documented,
  escaped,
  inOtherCase,
  refused,
  type CaseTables,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";

/** Parameters of the path and query in other spellings of their names and values. */
export function parameterCases(context: OperationContext): HttpCase[] {
  return context.operation.parameters.flatMap((parameter) => {
    const { in: place, array, fields, type } = parameter;
    if ((place !== "path" && place !== "query") || array || fields) return [];
    const base = context.plain.find((each) => isShown(each, parameter));
    if (!base) return [];
    const tables = caseTables(base, "targets");
    const unlike = unlikeSample(parameter);
    const rows = (list: readonly Spelling[], open?: OpenPoint) =>
      list.map((each) => rowOf(parameter, each, open));
    const notOfType = type === "string" ? unlike : notANumber(context, parameter);
    tables.add("RFC 3986, section 2.1", asSample, rows(asEscapes));
    tables.add("RFC 3986, section 2.4", unlike, rows(escapedTwice));
    tables.add("RFC 3986, section 2.1", notOfType, rows(badEscapes));
    if (type === "string")
      tables.add(
        "RFC 3986, section 2.2",
        unlike,
        rows(place === "path" ? [...reserved, ...reservedInPath] : reserved),
      );
    else if (type === "boolean")
      tables.add("OpenAPI 3.1, section 4.8.12", notOfType, rows(noBooleans.map(spelled(type))));
    else {
      const toSpelling = spelled(type);
      const others = type === "integer" ? [...noIntegers, ...noNumbers] : noNumbers;
      const open = rows(otherNumbers.map(toSpelling), "number-spelling");
      tables.add("RFC 8259, section 6", asSampleOrRefused, open);
      tables.add("RFC 8259, section 6", notOfType, [
        ...rows(others.map(toSpelling)),
        ...rows(place === "query" ? ([["nothing", ""]] as const).map(toSpelling) : []),
      ]);
    }
    if (place === "query") addNames(context, base, parameter, tables);
    return tables.cases;
  });
}

/** A value as it stands in the request line; see `RawParameter`. */
type Spelling = readonly [what: string, why: string, text: string];

/** Percent-decoding happens once, and after the target was taken apart. */
const asEscapes: readonly Spelling[] = [["escaped", "each character as an escape", "{escaped}"]];
const escapedTwice: readonly Spelling[] = [
  ["escaped twice", "each character as an escape that is escaped", "{twice}"],
];
const badEscapes: readonly Spelling[] = [
  ["incomplete escape", "half an escape after the value", "{value}%4"],
  ["no escape", "an escape of other characters", "{value}%zz"],
  ["percent sign", "a percent sign that escapes nothing", "{value}%"],
  ["byte ff", "a byte that UTF-8 has not, as an escape", "{value}%FF"],
  ["character cut off", "a character without its end", "{value}%E2%82"],
  ["overlong escape", "a character in more bytes than it needs", "{value}%C0%AF"],
];

/** What has a meaning in a target has none in a value where it is escaped. */
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
  return [`with ${what}`, `an escaped ${what} beside the value`, text];
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

function rowOf(parameter: Parameter, [what, why, text]: Spelling, open?: OpenPoint): Row {
  return [`${parameter.in} ${parameter.name} ${what}`, why, changed(parameter, text), open];
}

function changed({ in: place, name }: Parameter, text: string, as?: string): RawForm {
  if (place !== "path" && place !== "query") return {};
  return { parameters: [{ in: place, name, text, ...(as !== undefined && { as }) }] };
}

function isShown({ request }: Case, { in: place, name }: Parameter): boolean {
  const value = place === "path" ? request.path[name] : request.query[name];
  return ["string", "number", "boolean"].includes(typeof value) && value !== "";
}

function unlikeSample(parameter: Parameter): Unlike {
  const { in: place, name, required } = parameter;
  return {
    kind: "unlike-sample",
    control: changed(parameter, "{value}0"),
    ...(place === "query" && !required && { absent: { parameters: [{ in: place, name }] } }),
  };
}

function notANumber(context: OperationContext, { in: place, name }: Parameter): Refused {
  return place === "path"
    ? { kind: "refused", statuses: [400, 404, 422] }
    : refused(context, [400, 422], { fields: [name] });
}

function addNames(
  context: OperationContext,
  base: Case,
  parameter: Parameter,
  { add }: CaseTables,
): void {
  const { name } = parameter;
  const { contract, operation, isQueryClosed, decisions } = context;
  const { request } = base;
  const OPENAPI = "OpenAPI 3.1, section 4.8.12";
  const names = (as: string) => changed(parameter, "{value}", as);
  const again = encodeURIComponent(String(request.query[name]));
  const twice = `query ${name} twice`;
  const open = "repeated-parameters";
  add("RFC 3986, section 2.4", asSample, [
    [`query ${name} escaped name`, "the name as escapes", names(escaped(name))],
  ]);
  add(OPENAPI, asSampleOrRefused, [
    [twice, "the parameter twice", { query: `${name}=${again}` }, open],
    [`${twice} and empty`, "the parameter again without a value", { query: `${name}=` }, open],
  ]);
  const wrong = refused(context, [400, 422]);
  const other = inOtherCase(name);
  const isDocumented = operation.parameters.some(
    (each) => each.in === "query" && each.name === other,
  );
  const others: Row[] = [
    [`query ${name} with space`, "a space after the name", names(`${name}%20`)],
    [`query ${name} other case`, "the name in another case", names(other)],
  ];
  const unknown = isQueryClosed ? wrong : documented;
  add("RFC 3986, section 6.2.2.1", unknown, isDocumented ? others.slice(0, 1) : others);
  const isKnown = isQueryClosed && decisions.isBracketedNameKnown === true;
  add("RFC 3986, section 6.2.2.1", isKnown ? { ...wrong, fields: [name] } : unknown, [
    [`query ${name} with brackets`, "brackets after the name", names(`${name}[]`)],
    [`query ${name} with index`, "an index after the name", names(`${name}[0]`)],
  ]);
  // What is said of a parameter says nothing of others, whose names may begin alike.
  const longer = `${name}undocumented`;
  if (isQueryClosed && decisions.openPoints?.[open] === "refused")
    add(OPENAPI, { ...wrong, fields: [name, longer] }, [
      [
        `${twice} beside a longer name`,
        "the parameter twice, and an undocumented one whose name begins alike",
        { query: `${name}=1&${longer}=1` },
      ],
    ]);
  const query = { ...request.query, [name]: coerce(parameter.type, "") };
  if (parameter.type === "string" && !allowsRequest(contract, operation, { ...request, query }))
    add(OPENAPI, { ...wrong, fields: [name] }, [
      [`query ${name} empty`, "the parameter without a value", changed(parameter, "")],
    ]);
}
