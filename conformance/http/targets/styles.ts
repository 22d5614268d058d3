import { isObject, type Parameter } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { isAsWritten } from "../as-written.ts";
import type { HttpCase } from "../http-case.ts";
import {
  asSample,
  asSampleOrRefused,
  documented,
  rowsOf,
  type Ground,
  type Row,
} from "../make-case.ts";
import { objectRows } from "./object-styles.ts";
import { escaped, inPlaceOf, textOf, type StyleRows } from "./style-rows.ts";

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
    const value = base?.request[part][name];
    if (!base) return [];
    if (parameter.fields && isObject(value))
      return ofStyle(base, objectRows(ground, parameter, value));
    if (!Array.isArray(value) || value.length < 2) return [];
    const items = value.map(textOf);
    // What separates items in any style, or is trimmed or escaped, would be read in more than one way.
    const plain = parameter.array?.separator === " " ? /^[\w-]+$/ : /^[\w-]+( [\w-]+)*$/;
    if (!items.every((item) => plain.test(item))) return [];
    const rows = { query: queryRows, path: pathRows, header: headerRows }[place];
    return ofStyle(base, rows(ground, parameter, items));
  });
}

function ofStyle(
  base: Case,
  { same = [], sameOrRefused = [], unlike, ...rows }: StyleRows,
): HttpCase[] {
  const section = "OpenAPI 3.1, section 4.8.12";
  return [
    ...rowsOf(base, "targets", [section, asSample], same),
    ...rowsOf(base, "targets", [section, asSampleOrRefused], sameOrRefused),
    ...(unlike ? rowsOf(base, "targets", [section, unlike[0]], unlike[1]) : []),
    ...rowsOf(base, "targets", [section, documented], rows.documented ?? []),
  ];
}

function queryRows(
  { isQueryClosed }: Ground,
  { name, array, type }: Parameter,
  items: readonly string[],
): StyleRows {
  const written = encodeURIComponent(name);
  const texts = items.map((item) => encodeURIComponent(item));
  const row = (what: string, why: string, query: string): Row => [
    `query ${name} ${what}`,
    why,
    inPlaceOf([name], query),
  ];
  const joined = (separator: string) => `${written}=${texts.join(separator)}`;
  const apart = (nameOf: (at: number) => string) =>
    texts.map((text, at) => `${nameOf(at)}=${text}`).join("&");
  const [first = "", ...others] = texts;
  const control = inPlaceOf([name], `${written}=${first}0`);
  const separated = (own: string, ...rows: readonly (readonly [string, string, string])[]) =>
    rows.filter(([separator]) => separator !== own);
  const anyStyle = separated(
    array?.explode === true ? "" : (array?.separator ?? ","),
    [",", "with commas", joined(",")],
    [" ", "with spaces", joined("%20")],
    ["|", "with bars", joined("%7C")],
    [";", "with semicolons", joined("%3B")],
  ).map(([, what, query]) => row(what, `a list ${what}, which is not its style`, query));
  const brackets = [
    row(
      "with brackets",
      "brackets after the name of each item",
      apart(() => `${written}%5B%5D`),
    ),
    row(
      "with indexes",
      "an index after the name of each item",
      apart((at) => `${written}%5B${at}%5D`),
    ),
  ];
  const tolerated = isQueryClosed ? { sameOrRefused: brackets } : { documented: brackets };
  if (array?.explode === true)
    return {
      same: [
        row(
          "apart",
          "items as parameters of their own",
          apart(() => written),
        ),
        row(
          "apart, as escapes",
          "each character of the items as an escape",
          items.map((item) => `${written}=${escaped(item)}`).join("&"),
        ),
      ],
      unlike: [
        { kind: "unlike-sample", control },
        [
          ...anyStyle,
          row("with an empty item", "an item that is empty", `${written}=&${apart(() => written)}`),
        ],
      ],
      ...tolerated,
    };
  const separator = encodeURIComponent(array?.separator ?? ",");
  const plain = array?.separator ?? ",";
  return {
    same: [
      row(
        "in its style",
        "items with what separates them in their style",
        joined(plain === "," ? "," : separator),
      ),
      row(
        "as escapes",
        "each character of the items as an escape",
        `${written}=${items.map(escaped).join(plain === "," ? "," : separator)}`,
      ),
    ],
    sameOrRefused: [
      row(
        "apart",
        "each item as a parameter of its own",
        apart(() => written),
      ),
      row(
        "apart in part",
        "the last items as a parameter of their own",
        `${written}=${first}&${written}=${others.join(plain === "," ? "," : separator)}`,
      ),
      // RFC 3986 has no bars as they are.
      ...(plain === "|" ? [row("as they are", "bars that are not escaped", joined("|"))] : []),
      ...(type === "string" || plain === " "
        ? []
        : [
            row(
              "with spaces after what separates",
              "a space before each item",
              joined(`${separator}%20`),
            ),
          ]),
      ...(tolerated.sameOrRefused ?? []),
    ],
    unlike: [
      { kind: "unlike-sample", control },
      [
        ...anyStyle,
        row("with an empty item", "an item that is empty", joined(separator + separator)),
        row(
          "with an empty item at the end",
          "an empty item at the end",
          `${joined(separator)}${separator}`,
        ),
        row(
          "escaped twice",
          "each character of the items as an escape that is escaped",
          `${written}=${items.map((item) => escaped(item).replaceAll("%", "%25")).join(separator)}`,
        ),
        ...(type === "string" && plain === ","
          ? [row("with escaped commas", "commas that are escaped, in one item", joined("%2C"))]
          : []),
        ...(type === "string" && plain !== " "
          ? [
              row(
                "with spaces after what separates",
                "a space before each item",
                joined(`${separator}%20`),
              ),
            ]
          : []),
      ],
    ],
    ...(tolerated.documented && { documented: tolerated.documented }),
  };
}

function pathRows(_: Ground, { name, type }: Parameter, items: readonly string[]): StyleRows {
  const texts = items.map((item) => encodeURIComponent(item));
  const row = (what: string, why: string, text: string): Row => [
    `path ${name} ${what}`,
    why,
    { parameters: [{ in: "path", name, text }] },
  ];
  const control = { parameters: [{ in: "path", name, text: `${texts[0] ?? ""}0` }] } as const;
  const escapedCommas = row("with escaped commas", "commas that are escaped", texts.join("%2C"));
  const others = [";", "|", "%20", ",,", "&"].map((separator) =>
    row(
      `with ${decodeURIComponent(separator)}`,
      "a list that is not in its style",
      texts.join(separator),
    ),
  );
  return {
    same: [
      row("as escapes", "each character of the items as an escape", items.map(escaped).join(",")),
    ],
    // A text may have a comma in it, which is why it is escaped.
    ...(type === "string" ? {} : { sameOrRefused: [escapedCommas] }),
    unlike: [
      { kind: "unlike-sample", control },
      [
        ...others,
        ...(type === "string" ? [escapedCommas] : []),
        row("with a comma at the end", "an empty item at the end", `${texts.join(",")},`),
        row("after a semicolon", "a list in another style", `;${name}=${texts.join(",")}`),
        row("after a dot", "a list in another style", `.${texts.join(".")}`),
      ],
    ],
  };
}

/** RFC 9110, sections 5.3 and 5.6.1: what stands around the commas, and in how many lines, says nothing. */
function headerRows(_: Ground, { name }: Parameter, items: readonly string[]): StyleRows {
  const row = (what: string, why: string, lines: readonly string[]): Row => [
    `header ${name} ${what}`,
    why,
    { headers: { [name]: lines } },
  ];
  return {
    same: [
      row("without spaces", "no space after commas", [items.join(",")]),
      row("with spaces", "a space after each comma", [items.join(", ")]),
      row("with spaces on both sides", "a space before each comma as well", [items.join(" ,\t")]),
      row("in lines", "each item in a line of its own", items),
    ],
    unlike: [
      { kind: "unlike-sample", control: { headers: { [name]: [`${items[0] ?? ""}0`] } } },
      [
        row("with semicolons", "a list that is not in its style", [items.join("; ")]),
        row("with bars", "a list that is not in its style", [items.join("|")]),
        row("with spaces only", "a list that is not in its style", [items.join(" ")]),
      ],
    ],
  };
}
