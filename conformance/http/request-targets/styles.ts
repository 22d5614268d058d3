import { isObject, type Parameter } from "@contract-toolkit/kernel";
import { isAsWritten } from "../as-written.ts";
import type { HttpCase, Unlike } from "../http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  caseTables,
  documented,
  escaped,
  field,
  type Ground,
  type Row,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { objectRows } from "./object-styles.ts";

/** Spellings of a parameter by what is expected of them. */
export interface StyleRows {
  readonly same: readonly Row[];
  readonly sameOrRefused?: readonly Row[];
  readonly documented?: readonly Row[];
  /** Other values than the sample's, as `control` is. */
  readonly unlike: readonly Row[];
  readonly control: Unlike["control"];
}

/**
 * Lists and objects of parameters in the spellings of their own style, and in other styles: they are read as documented or refused,
 * and never as something else (OpenAPI 3.1, section 4.8.12.5, RFC 6570).
 */
export function styleCases(ground: Ground): HttpCase[] {
  return ground.operation.parameters.flatMap((parameter) => {
    const { in: place, name } = parameter;
    if (place === "cookie" || (!parameter.array && !parameter.fields)) return [];
    const part = place === "header" ? "headers" : place;
    const base = ground.plain.find((each) => isAsWritten(each, `/${part}/${name}`));
    const rows = base && styleRows(ground, parameter, base.request[part][name]);
    if (!rows) return [];
    const section = "OpenAPI 3.1, section 4.8.12";
    const { add, cases } = caseTables(base, "targets");
    add(section, asSample, rows.same);
    add(section, asSampleOrRefused, rows.sameOrRefused ?? []);
    add(section, { kind: "unlike-sample", control: rows.control }, rows.unlike);
    add(section, documented, rows.documented ?? []);
    return cases;
  });
}

function styleRows(ground: Ground, parameter: Parameter, value: unknown): StyleRows | undefined {
  const { array, fields, in: place } = parameter;
  if (fields && isObject(value)) return objectRows(ground, parameter, value);
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const items = value.map(textOf);
  // What separates items in any style, or is trimmed or escaped, would be read in more than one way.
  const plain = array?.separator === " " ? /^[\w-]+$/ : /^[\w-]+( [\w-]+)*$/;
  if (!items.every((item) => plain.test(item))) return undefined;
  if (place === "header") return headerRows(parameter, items);
  if (place === "path") return pathRows(parameter, items);
  const query = queryOf(parameter, items);
  const rows = array?.explode === true ? explodedRows(query) : joinedRows(parameter, query);
  return ground.isQueryClosed
    ? { ...rows, sameOrRefused: [...(rows.sameOrRefused ?? []), ...query.brackets] }
    : { ...rows, documented: query.brackets };
}

/** What the rows of a list in a query have in common. */
interface ListInQuery {
  readonly items: readonly string[];
  /** The same, as they stand in a query. */
  readonly texts: readonly string[];
  readonly name: string;
  readonly row: (what: string, why: string, query: string) => Row;
  readonly joined: (separator: string) => string;
  readonly apart: string;
  readonly otherStyles: readonly Row[];
  readonly brackets: readonly Row[];
  readonly control: RawForm;
}

function queryOf({ name: own, array }: Parameter, items: readonly string[]): ListInQuery {
  const name = encodeURIComponent(own);
  const texts = items.map((item) => encodeURIComponent(item));
  const row = (what: string, why: string, query: string): Row => [
    `query ${own} ${what}`,
    why,
    inPlaceOf([own], query),
  ];
  const pairs = (nameOf: (at: number) => string) =>
    texts.map((text, at) => `${nameOf(at)}=${text}`).join("&");
  const joined = (separator: string) => `${name}=${texts.join(separator)}`;
  const separators = [
    [",", "with commas", ","],
    [" ", "with spaces", "%20"],
    ["|", "with bars", "%7C"],
    [";", "with semicolons", "%3B"],
  ] as const;
  return {
    ...{ items, texts, name, row, joined },
    apart: pairs(() => name),
    otherStyles: separators
      .filter(([each]) => array?.explode === true || each !== (array?.separator ?? ","))
      .map(([, what, separator]) => row(what, "a list in another style", joined(separator))),
    brackets: [
      row(
        "with brackets",
        "brackets after each name",
        pairs(() => `${name}%5B%5D`),
      ),
      row(
        "with indexes",
        "an index after each name",
        pairs((at) => `${name}%5B${at}%5D`),
      ),
    ],
    control: inPlaceOf([own], `${name}=${texts[0] ?? ""}0`),
  };
}

/** Of a list whose items are parameters of their own. */
function explodedRows({ items, name, row, apart, otherStyles, control }: ListInQuery): StyleRows {
  const escapes = items.map((item) => `${name}=${escaped(item)}`).join("&");
  return {
    same: [
      row("apart", "items as parameters of their own", apart),
      row("apart, as escapes", "each character of the items as an escape", escapes),
    ],
    unlike: [
      ...otherStyles,
      row("with an empty item", "an item that is empty", `${name}=&${apart}`),
    ],
    control,
  };
}

/** Of a list whose items are in one parameter. */
function joinedRows(
  { array, type }: Parameter,
  { items, texts, name, row, joined, apart, otherStyles, control }: ListInQuery,
): StyleRows {
  const plain = array?.separator ?? ",";
  const separator = encodeURIComponent(plain);
  const inStyle = plain === "," ? "," : separator;
  const [first = "", ...others] = texts;
  const isText = type === "string";
  const spaced = row(
    "with spaces after what separates",
    "a space before each item",
    joined(`${separator}%20`),
  );
  const twice = items.map((item) => escaped(item).replaceAll("%", "%25")).join(separator);
  return {
    same: [
      row("in its style", "items as they are separated in their style", joined(inStyle)),
      row(
        "as escapes",
        "each character of the items as an escape",
        `${name}=${items.map(escaped).join(inStyle)}`,
      ),
    ],
    sameOrRefused: [
      row("apart", "each item as a parameter of its own", apart),
      row(
        "apart in part",
        "the last items as a parameter of their own",
        `${name}=${first}&${name}=${others.join(inStyle)}`,
      ),
      // RFC 3986 has no bars as they are.
      ...(plain === "|" ? [row("as they are", "bars that are not escaped", joined("|"))] : []),
      ...(isText || plain === " " ? [] : [spaced]),
    ],
    unlike: [
      ...otherStyles,
      row("with an empty item", "an empty item", joined(separator + separator)),
      row("with an empty item at the end", "an empty item", `${joined(separator)}${separator}`),
      row("escaped twice", "the items as escapes that are escaped", `${name}=${twice}`),
      ...(isText && plain === ","
        ? [row("with escaped commas", "commas that are escaped, in one item", joined("%2C"))]
        : []),
      ...(isText && plain !== " " ? [spaced] : []),
    ],
    control,
  };
}

function pathRows({ name, type }: Parameter, items: readonly string[]): StyleRows {
  const texts = items.map((item) => encodeURIComponent(item));
  const withText = (text: string): RawForm => ({ parameters: [{ in: "path", name, text }] });
  const row = (what: string, text: string): Row => [
    `path ${name} ${what}`,
    `a list in a path, ${what}`,
    withText(text),
  ];
  const escapedCommas = [row("with escaped commas", texts.join("%2C"))];
  const isText = type === "string";
  return {
    same: [row("as escapes", items.map(escaped).join(","))],
    // A text may have a comma in it, which is why it is escaped.
    ...(!isText && { sameOrRefused: escapedCommas }),
    unlike: [
      ...[";", "|", "%20", ",,", "&"].map((separator) =>
        row(`with ${decodeURIComponent(separator)}`, texts.join(separator)),
      ),
      ...(isText ? escapedCommas : []),
      row("with a comma at the end", `${texts.join(",")},`),
      row("after a semicolon", `;${name}=${texts.join(",")}`),
      row("after a dot", `.${texts.join(".")}`),
    ],
    control: withText(`${texts[0] ?? ""}0`),
  };
}

/** RFC 9110, sections 5.3 and 5.6.1: what stands around the commas, and in how many lines, says nothing. */
function headerRows({ name }: Parameter, items: readonly string[]): StyleRows {
  const row = (what: string, why: string, lines: readonly string[]): Row => [
    `header ${name} ${what}`,
    why,
    field(name, ...lines),
  ];
  return {
    same: [
      row("without spaces", "no space after commas", [items.join(",")]),
      row("with spaces", "a space after each comma", [items.join(", ")]),
      row("with spaces on both sides", "a space before each comma as well", [items.join(" ,\t")]),
      row("in lines", "each item in a line of its own", items),
    ],
    unlike: [
      row("with semicolons", "a list in another style", [items.join("; ")]),
      row("with bars", "a list in another style", [items.join("|")]),
      row("with spaces only", "a list in another style", [items.join(" ")]),
    ],
    control: field(name, `${items[0] ?? ""}0`),
  };
}

/** A query whose own pairs of some names are replaced by a text. */
export function inPlaceOf(names: readonly string[], query: string): RawForm {
  return { parameters: names.map((name) => ({ in: "query", name })), query };
}

/** The text of a value in a query. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
