import { isObject, type Parameter } from "@contract-toolkit/kernel";
import { isAsWritten } from "../as-written.ts";
import type { HttpCase } from "../http-case.ts";
import type { OpenPoint } from "../http-decisions.ts";
import {
  asSample,
  asSampleOrRefused,
  caseTables,
  documented,
  escaped,
  field,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { objectSpellings } from "./object-styles.ts";

/** A value in another spelling: as it stands in the query or path, in field lines, or as a whole form. */
export type Spelling = readonly [
  what: string,
  why: string,
  spelled: string | readonly string[] | RawForm,
  open?: OpenPoint,
];

/** Spellings of a parameter by what is expected of them. */
export interface Spellings {
  readonly same: readonly Spelling[];
  readonly sameOrRefused?: readonly Spelling[];
  readonly documented?: readonly Spelling[];
  /** Other values than the sample's, as `control` is. */
  readonly unlike: readonly Spelling[];
  readonly control: string;
}

/**
 * Lists and objects of parameters in the spellings of their own style, and in other styles: they are read as documented or refused,
 * and never as something else (OpenAPI 3.1, section 4.8.12.5, RFC 6570).
 */
export function styleCases(context: OperationContext): HttpCase[] {
  return context.operation.parameters.flatMap((parameter) => {
    const { in: place, name } = parameter;
    if (place === "cookie" || (!parameter.array && !parameter.fields)) return [];
    const part = place === "header" ? "headers" : place;
    const base = context.plain.find((each) => isAsWritten(each, `/${part}/${name}`));
    const value = base?.request[part][name];
    const spellings = spellingsOf(context, parameter, value);
    if (!base || !spellings) return [];
    const rows = (list: readonly Spelling[] = []) =>
      list.map(([what, why, spelled, open]): Row => {
        return [`${place} ${name} ${what}`, why, formOf(parameter, value, spelled), open];
      });
    const control = formOf(parameter, value, spellings.control);
    const section = "OpenAPI 3.1, section 4.8.12";
    const { add, cases } = caseTables(base, "targets");
    add(section, asSample, rows(spellings.same));
    add(section, asSampleOrRefused, rows(spellings.sameOrRefused));
    add(section, { kind: "unlike-sample", control }, rows(spellings.unlike));
    add(section, documented, rows(spellings.documented));
    return cases;
  });
}

/** A request in which a spelling stands in place of the parameter's own value. */
function formOf({ in: place, name }: Parameter, value: unknown, spelled: Spelling[2]): RawForm {
  if (typeof spelled !== "string" && !isLines(spelled)) return spelled;
  const lines = [spelled].flat();
  if (place === "header") return field(name, ...lines);
  const [text = ""] = lines;
  if (place === "path") return { parameters: [{ in: "path", name, text }] };
  const fields = isObject(value) ? Object.keys(value).map((each) => `${name}[${each}]`) : [name];
  return { parameters: fields.map((each) => ({ in: "query", name: each })), query: text };
}

function isLines(spelled: readonly string[] | RawForm): spelled is readonly string[] {
  return Array.isArray(spelled);
}

function spellingsOf(
  context: OperationContext,
  parameter: Parameter,
  value: unknown,
): Spellings | undefined {
  const { array, fields, in: place, type } = parameter;
  if (fields && isObject(value)) return objectSpellings(context, parameter, value);
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const items = value.map(textOf);
  // What separates items in any style, or is trimmed or escaped, would be read in more than one way.
  const plain = array?.separator === " " ? /^[\w-]+$/ : /^[\w-]+( [\w-]+)*$/;
  if (!items.every((item) => plain.test(item))) return undefined;
  if (place === "header") return inHeader(items);
  if (place === "path") return inPath(parameter, items, type === "string");
  const name = encodeURIComponent(parameter.name);
  const texts = items.map((item) => encodeURIComponent(item));
  const brackets: Spelling[] = [
    [
      "with brackets",
      "brackets after each name",
      texts.map((text) => `${name}%5B%5D=${text}`).join("&"),
    ],
    [
      "with indexes",
      "an index after each name",
      texts.map((text, at) => `${name}%5B${at}%5D=${text}`).join("&"),
    ],
  ];
  const spellings = inQuery(parameter, name, items, texts);
  return context.isQueryClosed
    ? { ...spellings, sameOrRefused: [...(spellings.sameOrRefused ?? []), ...brackets] }
    : { ...spellings, documented: brackets };
}

const separators = [
  [",", "with commas", ","],
  [" ", "with spaces", "%20"],
  ["|", "with bars", "%7C"],
  [";", "with semicolons", "%3B"],
] as const;

function inQuery(
  { array, type }: Parameter,
  name: string,
  items: readonly string[],
  texts: readonly string[],
): Spellings {
  const plain = array?.separator ?? ",";
  const isExploded = array?.explode === true;
  const joined = (separator: string) => `${name}=${texts.join(separator)}`;
  const apart = texts.map((text) => `${name}=${text}`).join("&");
  const otherStyles = separators
    .filter(([each]) => isExploded || each !== plain)
    .map(([, what, separator]): Spelling => [what, "a list in another style", joined(separator)]);
  const [first = "", ...others] = texts;
  const control = `${name}=${first}0`;
  if (isExploded) {
    const escapes = items.map((item) => `${name}=${escaped(item)}`).join("&");
    return {
      same: [
        ["apart", "items as parameters of their own", apart],
        ["apart, as escapes", "each character of the items as an escape", escapes],
      ],
      unlike: [
        ...otherStyles,
        ["with an empty item", "an item that is empty", `${name}=&${apart}`],
      ],
      control,
    };
  }
  const separator = encodeURIComponent(plain);
  const inStyle = plain === "," ? "," : separator;
  const isText = type === "string";
  const escapes = `${name}=${items.map(escaped).join(inStyle)}`;
  const twice = items.map((item) => escaped(item).replaceAll("%", "%25")).join(separator);
  const inPart = `${name}=${first}&${name}=${others.join(inStyle)}`;
  const spaced: Spelling[] = [
    ["with spaces after what separates", "a space before each item", joined(`${separator}%20`)],
  ];
  // RFC 3986 has no bars as they are.
  const bars: Spelling[] = [["as they are", "bars that are not escaped", joined("|")]];
  const commas: Spelling[] = [
    ["with escaped commas", "commas that are escaped, in one item", joined("%2C")],
  ];
  return {
    same: [
      ["in its style", "items as they are separated in their style", joined(inStyle)],
      ["as escapes", "each character of the items as an escape", escapes],
    ],
    sameOrRefused: [
      ["apart", "each item as a parameter of its own", apart],
      ["apart in part", "the last items as a parameter of their own", inPart],
      ...(plain === "|" ? bars : []),
      ...(isText || plain === " " ? [] : spaced),
    ],
    unlike: [
      ...otherStyles,
      ["with an empty item", "an empty item", joined(separator + separator)],
      ["with an empty item at the end", "an empty item", `${joined(separator)}${separator}`],
      ["escaped twice", "the items as escapes that are escaped", `${name}=${twice}`],
      ...(isText && plain === "," ? commas : []),
      ...(isText && plain !== " " ? spaced : []),
    ],
    control,
  };
}

function inPath({ name }: Parameter, items: readonly string[], isText: boolean): Spellings {
  const texts = items.map((item) => encodeURIComponent(item));
  const row = (what: string, text: string): Spelling => [what, `a list in a path, ${what}`, text];
  const escapedCommas = [row("with escaped commas", texts.join("%2C"))];
  const others = [";", "|", "%20", ",,", "&"];
  return {
    same: [row("as escapes", items.map(escaped).join(","))],
    // A text may have a comma in it, which is why it is escaped.
    ...(!isText && { sameOrRefused: escapedCommas }),
    unlike: [
      ...others.map((each) => row(`with ${decodeURIComponent(each)}`, texts.join(each))),
      ...(isText ? escapedCommas : []),
      row("with a comma at the end", `${texts.join(",")},`),
      row("after a semicolon", `;${name}=${texts.join(",")}`),
      row("after a dot", `.${texts.join(".")}`),
    ],
    control: `${texts[0] ?? ""}0`,
  };
}

/** RFC 9110, sections 5.3 and 5.6.1: what stands around the commas, and in how many lines, says nothing. */
function inHeader(items: readonly string[]): Spellings {
  return {
    same: [
      ["without spaces", "no space after commas", items.join(",")],
      ["with spaces", "a space after each comma", items.join(", ")],
      ["with spaces on both sides", "a space before each comma as well", items.join(" ,\t")],
      ["in lines", "each item in a line of its own", items],
    ],
    unlike: [
      ["with semicolons", "a list in another style", items.join("; ")],
      ["with bars", "a list in another style", items.join("|")],
      ["with spaces only", "a list in another style", items.join(" ")],
    ],
    control: `${items[0] ?? ""}0`,
  };
}

/** The text of a value in a query. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
