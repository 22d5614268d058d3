import { isObject, type Parameter, ownValue } from "@contract-toolkit/contract";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import type { HttpCase } from "../http-case.ts";
import type { OpenPoint } from "../http-decisions.ts";
import {
  caseTable,
  percentEscape,
  headerForm,
  isAsWritten,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { stringifyValue } from "../../../wire-body.ts";

/** Another spelling of a value: text of the query or path, header values, or a request form. */
export type Spelling = readonly [
  expected: keyof typeof expectations,
  what: string,
  why: string,
  spelled: string | readonly string[] | RawForm,
  open?: OpenPoint,
];

const expectations = {
  same: "as-sample",
  either: "as-sample-or-refused",
  unlike: "unlike-sample",
  documented: "documented",
} as const;

export interface Spellings {
  readonly list: readonly Spelling[];
  readonly control: string;
}

/** Lists and objects of parameters in their own style, and in others (OpenAPI 3.1, section 4.8.12.5, RFC 6570). */
export function styleCases(context: OperationContext): HttpCase[] {
  return context.operation.parameters.flatMap((parameter) => {
    const { in: place, name } = parameter;
    if (place === "cookie" || (!parameter.array && !parameter.fields)) return [];
    const part = place === "header" ? "headers" : place;
    const base = context.successes.find((success) => isAsWritten(success, `/${part}/${name}`));
    const value = base && ownValue(base.request[part], name);
    const spellings = parameterSpellings(context, parameter, value);
    if (!base || !spellings) return [];
    const { add, cases } = caseTable(context, base, "targets");
    const control = spellParameter(parameter, value, spellings.control);
    for (const [expected, kind] of Object.entries(expectations)) {
      const rows = spellings.list
        .filter(([expectation]) => expectation === expected)
        .map(([, what, why, spelled, open]): Row => {
          return [`${place} ${name} ${what}`, why, spellParameter(parameter, value, spelled), open];
        });
      add("OpenAPI 3.1, section 4.8.12", kind === "unlike-sample" ? { kind, control } : kind, rows);
    }
    return cases;
  });
}

/** A request with a spelling instead of the value of the parameter. */
function spellParameter(
  { in: place, name }: Parameter,
  value: unknown,
  spelled: Spelling[3],
): RawForm {
  if (typeof spelled !== "string" && !isLines(spelled)) return spelled;
  const lines = [spelled].flat();
  if (place === "header") return headerForm(name, ...lines);
  const [text = ""] = lines;
  if (place === "path") return { parameters: [{ in: "path", name, text }] };
  const fields = isObject(value) ? Object.keys(value).map((key) => `${name}[${key}]`) : [name];
  return { parameters: fields.map((field) => ({ in: "query", name: field })), query: text };
}

function isLines(spelled: readonly string[] | RawForm): spelled is readonly string[] {
  return Array.isArray(spelled);
}

function parameterSpellings(
  context: OperationContext,
  parameter: Parameter,
  value: unknown,
): Spellings | undefined {
  const { array, fields, in: place, type } = parameter;
  if (fields && isObject(value)) return objectSpellings(context, parameter, value);
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const items = value.map(stringifyValue);
  // Separators of any style, and characters that are trimmed or escaped, would be ambiguous.
  const plain = array?.separator === " " ? /^[\w-]+$/ : /^[\w-]+( [\w-]+)*$/;
  if (!items.every((item) => plain.test(item))) return undefined;
  if (place === "header") return inHeader(items);
  if (place === "path") return inPath(parameter, items, type === "string");
  const name = encodeURIComponent(parameter.name);
  const { list, control } = inQuery(parameter, name, items);
  const expected = context.isQueryClosed ? "either" : "documented";
  const after = (mark: (at: number) => string) =>
    items.map((item, at) => `${name}${mark(at)}=${encodeURIComponent(item)}`).join("&");
  const brackets: readonly Spelling[] = [
    [expected, "with brackets", "brackets after each name", after(() => "%5B%5D")],
    [expected, "with indexes", "an index after each name", after((at) => `%5B${at}%5D`)],
  ];
  return { list: [...list, ...brackets], control };
}

const separators = [
  [",", "with commas", ","],
  [" ", "with spaces", "%20"],
  ["|", "with bars", "%7C"],
  [";", "with semicolons", "%3B"],
] as const;

function inQuery({ array, type }: Parameter, name: string, items: readonly string[]): Spellings {
  const texts = items.map((item) => encodeURIComponent(item));
  const plain = array?.separator ?? ",";
  const isExploded = array?.explode === true;
  const joined = (separator: string) => `${name}=${texts.join(separator)}`;
  const apart = texts.map((text) => `${name}=${text}`).join("&");
  const others = separators
    .filter(([text]) => isExploded || text !== plain)
    .map(([, what, separator]): Spelling => {
      return ["unlike", what, "a list in another style", joined(separator)];
    });
  const [first = "", ...rest] = texts;
  const control = `${name}=${first}0`;
  if (isExploded) {
    const escapes = items.map((item) => `${name}=${percentEscape(item)}`).join("&");
    const list: readonly Spelling[] = [
      ["same", "apart", "items as parameters of their own", apart],
      ["same", "apart, as escapes", "each character of the items as an escape", escapes],
      ...others,
      ["unlike", "with an empty item", "an item that is empty", `${name}=&${apart}`],
    ];
    return { list, control };
  }
  const mark = encodeURIComponent(plain);
  const inStyle = plain === "," ? "," : mark;
  const isText = type === "string";
  const inPart = `${name}=${first}&${name}=${rest.join(inStyle)}`;
  const escapes = items.map(percentEscape);
  const inEscapes = `${name}=${escapes.join(inStyle)}`;
  const twice = escapes.map((item) => item.replaceAll("%", "%25")).join(mark);
  // A text may begin with a space.
  const expected = isText ? "unlike" : "either";
  const spaced: Spelling[] = [
    [
      expected,
      "with spaces after what separates",
      "a space before each item",
      joined(`${mark}%20`),
    ],
  ];
  // RFC 3986 does not allow unescaped bars.
  const bars: Spelling[] = [["either", "as they are", "bars that are not escaped", joined("|")]];
  const commas: Spelling[] = [
    ["unlike", "with escaped commas", "commas that are escaped, in one item", joined("%2C")],
  ];
  const list: readonly Spelling[] = [
    ["same", "in its style", "items with the separator of their style", joined(inStyle)],
    ["same", "as escapes", "each character of the items as an escape", inEscapes],
    ["either", "apart", "each item as a parameter of its own", apart],
    ["either", "apart in part", "the last items in a second parameter", inPart],
    ...(plain === "|" ? bars : []),
    ...others,
    ["unlike", "with an empty item", "an empty item", joined(mark + mark)],
    ["unlike", "with an empty item at the end", "an empty item", joined(mark) + mark],
    ["unlike", "escaped twice", "the items escaped twice", `${name}=${twice}`],
    ...(isText && plain === "," ? commas : []),
    ...(plain === " " ? [] : spaced),
  ];
  return { list, control };
}

function inPath({ name }: Parameter, items: readonly string[], isText: boolean): Spellings {
  const texts = items.map((item) => encodeURIComponent(item));
  const row = (expected: Spelling[0], what: string, text: string): Spelling => {
    return [expected, what, `a list in a path, ${what}`, text];
  };
  const list = [
    row("same", "as escapes", items.map(percentEscape).join(",")),
    ...[";", "|", "%20", ",,", "&"].map((mark) =>
      row("unlike", `with ${decodeURIComponent(mark)}`, texts.join(mark)),
    ),
    // An escaped comma belongs to the text of an item.
    row(isText ? "unlike" : "either", "with escaped commas", texts.join("%2C")),
    row("unlike", "with a comma at the end", `${texts.join(",")},`),
    row("unlike", "after a semicolon", `;${name}=${texts.join(",")}`),
    row("unlike", "after a dot", `.${texts.join(".")}`),
  ];
  return { list, control: `${texts[0] ?? ""}0` };
}

/** White space around commas, and the number of lines, have no meaning (RFC 9110, sections 5.3 and 5.6.1). */
function inHeader(items: readonly string[]): Spellings {
  const list: readonly Spelling[] = [
    ["same", "without spaces", "no space after commas", items.join(",")],
    ["same", "with spaces", "a space after each comma", items.join(", ")],
    ["same", "with spaces on both sides", "spaces before and after commas", items.join(" ,\t")],
    ["same", "in lines", "each item in a line of its own", items],
    ["unlike", "with semicolons", "a list in another style", items.join("; ")],
    ["unlike", "with bars", "a list in another style", items.join("|")],
    ["unlike", "with spaces only", "a list in another style", items.join(" ")],
  ];
  return { list, control: `${items[0] ?? ""}0` };
}

function objectSpellings(
  { isQueryClosed, operation }: OperationContext,
  { name }: Parameter,
  value: Readonly<Record<string, unknown>>,
): Spellings {
  const pairs = Object.entries(value).flatMap(([field, given]) =>
    [given].flat().map((value) => {
      const text = encodeURIComponent(stringifyValue(value));
      return { field, text, isList: Array.isArray(given) };
    }),
  );
  const spelled = (nameOf: (field: string) => string, some = pairs) =>
    some.map(({ field, text }) => `${nameOf(field)}=${text}`).join("&");
  const joined = (...parts: string[]) => parts.filter((part) => part !== "").join("&");
  const inBrackets = (field: string) => `${name}%5B${field}%5D`;
  const single = pairs.find(({ isList }) => !isList);
  const { field, text } = single ?? pairs[0] ?? { field: "", text: "" };
  const query = `${inBrackets(field)}=${text}`;
  const twice: Spelling[] = [
    ["either", `field ${field} twice`, "a field twice", { query }, "repeated-parameters"],
  ];
  const lists = Object.keys(value).filter((key) => [value[key]].flat().length > 1);
  const expected = isQueryClosed ? "either" : "documented";
  const listsWithBrackets = lists.map((list): Spelling => {
    const written = spelled((text) => inBrackets(text) + (text === list ? "%5B%5D" : ""));
    return [expected, `list ${list} with brackets`, "brackets after a list in an object", written];
  });
  const listsWithCommas = lists.map((list): Spelling => {
    const others = pairs.filter((pair) => pair.field !== list);
    const items = encodeURIComponent([value[list]].flat().map(stringifyValue).join(","));
    const written = joined(spelled(inBrackets, others), `${inBrackets(list)}=${items}`);
    return ["unlike", `list ${list} with commas`, "a list in an object with commas", written];
  });
  const exploded: Spelling[] = [
    ["unlike", "exploded", "fields without the object's name", spelled(String)],
  ];
  const isDocumented = operation.parameters.some((parameter) =>
    Object.hasOwn(value, parameter.name),
  );
  const json = `${name}=${encodeURIComponent(JSON.stringify(value))}`;
  const commas = pairs.flatMap((pair) => (pair.isList ? [] : [`${pair.field},${pair.text}`]));
  // Lists cannot be written in this style.
  const ofLists = pairs.filter(({ isList }) => isList);
  const asPairs = joined(`${name}=${commas.join(",")}`, spelled(inBrackets, ofLists));
  const plain = spelled((text) => `${name}[${text}]`);
  const dots = spelled((text) => `${name}.${text}`);
  const otherCase = spelled((text) => inBrackets(inOtherCase(text)));
  const deeper = spelled((text) => `${inBrackets(text)}%5Bundocumented%5D`);
  const escapes = "escaped brackets (RFC 3986)";
  const list: readonly Spelling[] = [
    ["same", "in brackets", escapes, spelled(inBrackets)],
    ["either", "in brackets as they are", "plain brackets", plain],
    ...listsWithBrackets,
    ...(single ? twice : []),
    ...(isDocumented ? [] : exploded),
    ["unlike", "with dots", "fields after a dot", dots],
    ["unlike", "as JSON", "the object as JSON", json],
    ["unlike", "as pairs", "names and values with commas", asPairs],
    ["unlike", "in other case", "names of fields in another case", otherCase],
    ["unlike", "deeper", "a field within each field", deeper],
    ...listsWithCommas,
  ];
  return { list, control: `${query}0` };
}
