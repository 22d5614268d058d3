import type { Parameter } from "@contract-toolkit/kernel";
import { inOtherCase, type Ground, type Row } from "../make-case.ts";
import { inPlaceOf, textOf, type StyleRows } from "./styles.ts";

/** Objects of a query whose fields are in brackets, in other spellings and in other styles. */
export function objectRows(
  { isQueryClosed, operation }: Ground,
  { name }: Parameter,
  value: Readonly<Record<string, unknown>>,
): StyleRows {
  const pairs = Object.entries(value).flatMap(([field, given]) =>
    [given].flat().map((each) => {
      const text = encodeURIComponent(textOf(each));
      return { field, text, isList: Array.isArray(given) };
    }),
  );
  const own = Object.keys(value).map((field) => `${name}[${field}]`);
  const row = (what: string, why: string, query: string): Row => [
    `query ${name} ${what}`,
    why,
    inPlaceOf(own, query),
  ];
  /** The name of each field as it is written. */
  const spelled = (nameOf: (field: string) => string, some = pairs) =>
    some.map(({ field, text }) => `${nameOf(field)}=${text}`).join("&");
  const inBrackets = (field: string) => `${name}%5B${field}%5D`;
  const single = pairs.find(({ isList }) => !isList);
  const { field, text } = single ?? pairs[0] ?? { field: "", text: "" };
  const lists = Object.entries(value).flatMap(([list, given]) =>
    Array.isArray(given) && given.length > 1 ? [[list, given.map(textOf).join(",")] as const] : [],
  );
  const listsWithBrackets = lists.map(([list]) =>
    row(
      `list ${list} with brackets`,
      "brackets after a list in an object",
      spelled((each) => inBrackets(each) + (each === list ? "%5B%5D" : "")),
    ),
  );
  const twice: Row = [
    `query ${name} field ${field} twice`,
    "a field twice",
    { query: `${inBrackets(field)}=${text}` },
    "repeated-parameters",
  ];
  const isDocumented = operation.parameters.some((each) => Object.hasOwn(value, each.name));
  const json = encodeURIComponent(JSON.stringify(value));
  const commas = pairs.flatMap((each) => (each.isList ? [] : [`${each.field},${each.text}`]));
  // An object that is written with commas has no lists.
  const inLists = pairs.filter(({ isList }) => isList);
  const asPairs = [`${name}=${commas.join(",")}`, spelled(inBrackets, inLists)];
  const withCommas = (list: string, items: string) => [
    spelled(
      inBrackets,
      pairs.filter((each) => each.field !== list),
    ),
    `${inBrackets(list)}=${encodeURIComponent(items)}`,
  ];
  const joined = (parts: readonly string[]) => parts.filter((part) => part !== "").join("&");
  return {
    same: [
      row("in brackets", "brackets that are escaped, as RFC 3986 has them", spelled(inBrackets)),
    ],
    sameOrRefused: [
      row(
        "in brackets as they are",
        "plain brackets",
        spelled((each) => `${name}[${each}]`),
      ),
      ...(isQueryClosed ? listsWithBrackets : []),
      ...(single ? [twice] : []),
    ],
    documented: isQueryClosed ? [] : listsWithBrackets,
    unlike: [
      ...(isDocumented
        ? []
        : [row("exploded", "fields without the object's name", spelled(String))]),
      row(
        "with dots",
        "fields after a dot",
        spelled((each) => `${name}.${each}`),
      ),
      row("as JSON", "the object as JSON", `${name}=${json}`),
      row("as pairs", "names and values with commas", joined(asPairs)),
      row(
        "in other case",
        "names of fields in another case",
        spelled((each) => inBrackets(inOtherCase(each))),
      ),
      row(
        "deeper",
        "a field within each field",
        spelled((each) => `${inBrackets(each)}%5Bundocumented%5D`),
      ),
      ...lists.map(([list, items]) =>
        row(
          `list ${list} with commas`,
          "a list in an object with commas",
          joined(withCommas(list, items)),
        ),
      ),
    ],
    control: inPlaceOf(own, `${inBrackets(field)}=${text}0`),
  };
}
