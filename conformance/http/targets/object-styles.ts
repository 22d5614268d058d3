import type { Parameter } from "@contract-toolkit/kernel";
import type { Ground, Row } from "../make-case.ts";
import { inPlaceOf, textOf, type StyleRows } from "./style-rows.ts";

type Pair = readonly [field: string, text: string, isList: boolean];

/** Objects of a query whose fields are in brackets, in other spellings and in other styles. */
export function objectRows(
  { isQueryClosed, operation }: Ground,
  { name }: Parameter,
  value: Readonly<Record<string, unknown>>,
): StyleRows {
  const pairs = Object.entries(value).flatMap(([field, given]) =>
    [given]
      .flat()
      .map((each): Pair => [field, encodeURIComponent(textOf(each)), Array.isArray(given)]),
  );
  const own = Object.keys(value).map((field) => `${name}[${field}]`);
  const spelled = (write: (pair: Pair, at: number) => string) => pairs.map(write).join("&");
  const row = (what: string, why: string, query: string): Row => [
    `query ${name} ${what}`,
    why,
    inPlaceOf(own, query),
  ];
  const lists = Object.entries(value).filter(([, each]) => Array.isArray(each) && each.length > 1);
  const single = pairs.find(([, , isList]) => !isList);
  const [field, text] = single ?? pairs[0] ?? ["", ""];
  const isDocumented = operation.parameters.some((each) => Object.hasOwn(value, each.name));
  const capitals = (each: string) =>
    each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase();
  const oneValue = (given: unknown) => encodeURIComponent([given].flat().map(textOf).join(","));
  const withBrackets = lists.map(([list]) =>
    row(
      `list ${list} with brackets`,
      "brackets after a list in an object",
      spelled(([each, item]) => `${name}%5B${each}%5D${each === list ? "%5B%5D" : ""}=${item}`),
    ),
  );
  return {
    same: [
      row(
        "in brackets",
        "brackets that are escaped, as RFC 3986 has them",
        spelled(([each, item]) => `${name}%5B${each}%5D=${item}`),
      ),
    ],
    sameOrRefused: [
      row(
        "in brackets as they are",
        "brackets that are not escaped",
        spelled(([each, item]) => `${name}[${each}]=${item}`),
      ),
      ...(isQueryClosed ? withBrackets : []),
      ...(single
        ? [
            [
              `query ${name} field ${field} twice`,
              "a field twice",
              { query: `${name}%5B${field}%5D=${text}` },
              "repeated-parameters",
            ] as const,
          ]
        : []),
    ],
    documented: isQueryClosed ? [] : withBrackets,
    unlike: [
      { kind: "unlike-sample", control: inPlaceOf(own, `${name}%5B${field}%5D=${text}0`) },
      [
        ...(isDocumented
          ? []
          : [
              row(
                "exploded",
                "fields without the object's name",
                spelled(([each, item]) => `${each}=${item}`),
              ),
            ]),
        row(
          "with dots",
          "fields after a dot",
          spelled(([each, item]) => `${name}.${each}=${item}`),
        ),
        row(
          "as JSON",
          "the object as JSON",
          `${name}=${encodeURIComponent(JSON.stringify(value))}`,
        ),
        row(
          "as pairs",
          "names and values with commas",
          [
            `${name}=${pairs
              .filter(([, , isList]) => !isList)
              .map(([each, item]) => `${each},${item}`)
              .join(",")}`,
            // Such an object has no lists.
            ...pairs
              .filter(([, , isList]) => isList)
              .map(([each, item]) => `${name}%5B${each}%5D=${item}`),
          ].join("&"),
        ),
        row(
          "in other case",
          "names of fields in another case",
          spelled(([each, item]) => `${name}%5B${capitals(each)}%5D=${item}`),
        ),
        row(
          "deeper",
          "a field within each field",
          spelled(([each, item]) => `${name}%5B${each}%5D%5Bundocumented%5D=${item}`),
        ),
        ...lists.map(([list, given]) =>
          row(
            `list ${list} with commas`,
            "a list in an object with commas",
            [
              ...pairs
                .filter(([each]) => each !== list)
                .map(([each, item]) => `${name}%5B${each}%5D=${item}`),
              `${name}%5B${list}%5D=${oneValue(given)}`,
            ].join("&"),
          ),
        ),
      ],
    ],
  };
}
