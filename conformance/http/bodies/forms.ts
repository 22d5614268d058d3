import { formEntries, type FormField } from "@contract-toolkit/kernel";
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
import { escaped } from "../targets/style-rows.ts";
import type { OfType } from "./of-type.ts";

type Entry = readonly [name: string, text: string];

/** Forms as they may and may not be written (URL Standard, section 5.1). */
export function formCases(_: Ground, { base, content }: OfType): HttpCase[] {
  if (!isAsWritten(base, "/body")) return [];
  const { fields = {} } = content;
  const entries = formEntries(base.request.body);
  const section = "URL Standard, section 5.1";
  const [first] = entries;
  const control = { body: { text: "{body}0" } };
  const changed =
    first && formOf(entries.map((entry) => (entry === first ? [entry[0], `${entry[1]}0`] : entry)));
  const unlike = {
    kind: "unlike-sample",
    control: changed === undefined ? control : { body: { text: changed } },
  } as const;
  return [
    ...rowsOf(base, "bodies", [section, asSample], otherSpellings(entries)),
    ...rowsOf(
      base,
      "bodies",
      [section, asSampleOrRefused],
      [
        row("ampersands around", "ampersands that part nothing", `&${formOf(entries)}&&`),
        ...entries.flatMap(([name, text]): Row[] =>
          fields[name]?.list || text === ""
            ? []
            : [
                [
                  `${name} twice`,
                  `the field ${name} twice`,
                  { body: { text: formOf([...entries, [name, text]]) } },
                  "repeated-parameters",
                ],
              ],
        ),
        ...numberSpellings(entries, fields),
      ],
    ),
    ...rowsOf(
      base,
      "bodies",
      [section, unlike],
      [
        row("semicolons", "fields that semicolons part", formOf(entries).replaceAll("&", ";")),
        row(
          "escaped twice",
          "each character of the values as an escape that is escaped",
          entries
            .map(([name, text]) => `${name}=${escaped(text).replaceAll("%", "%25")}`)
            .join("&"),
        ),
        row(
          "escaped marks",
          "the marks between fields as escapes",
          formOf(entries).replaceAll("&", "%26").replaceAll("=", "%3D"),
        ),
        row(
          "names in another case",
          "names in another case",
          formOf(entries.map(([name, text]) => [inOtherCase(name), text])),
        ),
        row("JSON", "JSON that is said to be a form", JSON.stringify(base.request.body)),
        ...misread(entries, fields),
      ],
    ),
    ...entries.flatMap((entry) => {
      const expected = {
        kind: "unlike-sample",
        control: { body: { text: formOf(replaced(entries, entry, `${entry[1]}0`)) } },
        absent: { body: { text: formOf(entries.filter((each) => each !== entry)) } },
      } as const;
      const empty = formOf(replaced(entries, entry, ""));
      const why = `the field ${entry[0]} without a value`;
      return rowsOf(base, "bodies", [section, expected], [row(`${entry[0]} empty`, why, empty)]);
    }),
    ...rowsOf(base, "bodies", [section, documented], oddities(entries, fields)),
  ];
}

function replaced(entries: readonly Entry[], entry: Entry, text: string): Entry[] {
  return entries.map((each) => (each === entry ? [each[0], text] : each));
}

function row(name: string, why: string, text: string): Row {
  return [name, why, { body: { text } }];
}

function formOf(entries: readonly Entry[]): string {
  return new URLSearchParams(
    entries.map(([name, text]): [string, string] => [name, text]),
  ).toString();
}

/** The same fields in other spellings. */
function otherSpellings(entries: readonly Entry[]): Row[] {
  const names = [...new Set(entries.map(([name]) => name))];
  const inSequence = names
    .toReversed()
    .flatMap((name) => entries.filter(([each]) => each === name));
  return [
    row(
      "values as escapes",
      "each character of the values as an escape",
      entries.map(([name, text]) => `${encodeURIComponent(name)}=${escaped(text)}`).join("&"),
    ),
    row(
      "names as escapes",
      "each character of the names as an escape",
      entries.map(([name, text]) => `${escaped(name)}=${encodeURIComponent(text)}`).join("&"),
    ),
    row("in another sequence", "fields in another sequence", formOf(inSequence)),
  ];
}

function numberSpellings(
  entries: readonly Entry[],
  fields: Readonly<Record<string, FormField>>,
): Row[] {
  const number = entries.find(([name]) => fields[name]?.type === "integer");
  if (!number) return [];
  const spelled = (as: string, text: string): Row => [
    `number ${as}`,
    `a number ${as}`,
    {
      body: { text: formOf(entries.map((entry) => (entry === number ? [entry[0], text] : entry))) },
    },
    "number-spelling",
  ];
  return [
    spelled("with a zero before it", `0${number[1]}`),
    spelled("with a space before it", ` ${number[1]}`),
    spelled("with a fraction of 0", `${number[1]}.0`),
  ];
}

/** What is another value than the sample's, however it is read. */
function misread(entries: readonly Entry[], fields: Readonly<Record<string, FormField>>): Row[] {
  const instead = (entry: Entry, text: string) => formOf(replaced(entries, entry, text));
  return entries.flatMap((entry): Row[] => {
    const [name, text] = entry;
    const { type, list } = fields[name] ?? {};
    const others = entries.filter(([each]) => each === name);
    const isFirst = others[0] === entry;
    return [
      ...(isFirst && list && others.length > 1
        ? [
            row(
              `${name} with commas`,
              `the list ${name} with commas`,
              formOf([
                ...entries.filter(([each]) => each !== name),
                [name, others.map(([, each]) => each).join(",")],
              ]),
            ),
          ]
        : []),
      ...(type === "integer"
        ? [row(`${name} with a fraction`, "a number with a fraction", instead(entry, `${text}.5`))]
        : []),
      ...(type === "boolean"
        ? [
            row(
              `${name} the other way`,
              "the other truth",
              instead(entry, text === "true" ? "false" : "true"),
            ),
          ]
        : []),
    ];
  });
}

/** What may be read in more than one way; the server stands it. */
function oddities(entries: readonly Entry[], fields: Readonly<Record<string, FormField>>): Row[] {
  const text = formOf(entries);
  const list = Object.entries(fields).find(([, field]) => field.list)?.[0];
  return [
    row("incomplete escape", "half an escape after the form", `${text}%4`),
    row("no escape", "an escape of other characters", `${text}%zz`),
    row("byte ff as escape", "a byte that UTF-8 has not, as an escape", `${text}%FF`),
    row("byte ff", "a byte that UTF-8 has not", `${text}{hex:ff}`),
    row("field without =", "a field without an equals sign", `${text}&undocumented`),
    row("field without name", "a field without a name", `${text}&=1`),
    row(
      "field of any object",
      "a field with a name that objects have",
      `${text}&__proto__=1&constructor=2`,
    ),
    ...(list === undefined
      ? []
      : [
          row(
            `${list} with brackets`,
            "brackets after the name of a list",
            `${text}&${list}%5B%5D=1`,
          ),
        ]),
  ];
}

function inOtherCase(name: string): string {
  const capitals = name.toUpperCase();
  return name === capitals ? name.toLowerCase() : capitals;
}
