import { formEntries } from "@contract-toolkit/contract";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import { body, percentEscape, isAsWritten, type Row } from "../make-case.ts";
import type { BodyTable } from "./body-table.ts";

type Entry = readonly [name: string, text: string];

const SECTION = "URL Standard, section 5.1";

export function addForms({ base, content: { fields = {} }, add }: BodyTable): void {
  if (!isAsWritten(base, "/body")) return;
  const entries: readonly Entry[] = formEntries(base.request.body);
  const form = encodeFormEntries(entries);
  const names = [...new Set(entries.map(([name]) => name))];
  const backwards = names.toReversed().flatMap((name) => entries.filter(([key]) => key === name));
  const pairs = (pair: (entry: Entry) => string) => body(entries.map(pair).join("&"));
  const valuesEscaped = pairs(
    ([name, text]) => `${encodeURIComponent(name)}=${percentEscape(text)}`,
  );
  const namesEscaped = pairs(
    ([name, text]) => `${percentEscape(name)}=${encodeURIComponent(text)}`,
  );
  add(SECTION, "as-sample", [
    ["values as escapes", "each character of the values as an escape", valuesEscaped],
    ["names as escapes", "each character of the names as an escape", namesEscaped],
    ["in another sequence", "fields in another sequence", body(encodeFormEntries(backwards))],
  ]);
  add(SECTION, "as-sample-or-refused", [
    ["ampersands around", "ampersands without fields between them", body(`&${form}&&`)],
    ...entries
      .filter(([name, text]) => !fields[name]?.list && text !== "")
      .map((entry): Row => {
        const twice = body(encodeFormEntries([...entries, entry]));
        return [`${entry[0]} twice`, `the field ${entry[0]} twice`, twice, "repeated-parameters"];
      }),
    ...formNumberSpellings(entries, fields),
  ]);
  const [first] = entries;
  const control = first ? replaceFormEntry(entries, first, `${first[1]}0`) : body("{body}0");
  const otherCase = encodeFormEntries(entries.map(([name, text]) => [inOtherCase(name), text]));
  const twice = ([name, text]: Entry) => `${name}=${percentEscape(text).replaceAll("%", "%25")}`;
  const marks = form.replaceAll("&", "%26").replaceAll("=", "%3D");
  add(SECTION, { kind: "unlike-sample", control }, [
    ["semicolons", "semicolons between fields", body(form.replaceAll("&", ";"))],
    ["escaped twice", "values that are escaped twice", pairs(twice)],
    ["escaped marks", "ampersands and equals signs as escapes", body(marks)],
    ["names in another case", "names in another case", body(otherCase)],
    ["JSON", "JSON with the Content-Type of a form", body(JSON.stringify(base.request.body))],
    ...entries.flatMap((entry) => wrongFormValues(entries, fields, entry)),
  ]);
  for (const entry of entries) {
    const [name, text] = entry;
    const changed = replaceFormEntry(entries, entry, `${text}0`);
    const absent = body(encodeFormEntries(entries.filter((item) => item !== entry)));
    add(SECTION, { kind: "unlike-sample", control: changed, absent }, [
      [`${name} empty`, `the field ${name} without a value`, replaceFormEntry(entries, entry, "")],
    ]);
  }
  add(SECTION, "documented", ambiguousForms(form, fields));
}

type Fields = NonNullable<BodyTable["content"]["fields"]>;

function replaceFormEntry(entries: readonly Entry[], entry: Entry, text: string): Row[2] {
  return body(encodeFormEntries(entries.map((item) => (item === entry ? [item[0], text] : item))));
}

function encodeFormEntries(entries: readonly Entry[]): string {
  return new URLSearchParams(entries.map(([name, text]) => [name, text])).toString();
}

function formNumberSpellings(entries: readonly Entry[], fields: Fields): Row[] {
  const number = entries.find(([name]) => fields[name]?.type === "integer");
  if (!number) return [];
  const spelled = (as: string, text: string): Row => {
    return [
      `number ${as}`,
      `a number ${as}`,
      replaceFormEntry(entries, number, text),
      "number-spelling",
    ];
  };
  return [
    spelled("with a zero before it", `0${number[1]}`),
    spelled("with a space before it", ` ${number[1]}`),
    spelled("with a fraction of 0", `${number[1]}.0`),
  ];
}

function wrongFormValues(entries: readonly Entry[], fields: Fields, entry: Entry): Row[] {
  const [name, text] = entry;
  const { type, list } = fields[name] ?? {};
  const instead = (replacement: string) => replaceFormEntry(entries, entry, replacement);
  const items = entries.filter(([key]) => key === name);
  const rows: Row[] = [];
  if (items[0] === entry && list && items.length > 1) {
    const joined = items.map(([, item]) => item).join(",");
    const form = encodeFormEntries([...entries.filter(([key]) => key !== name), [name, joined]]);
    rows.push([`${name} with commas`, `the list ${name} with commas`, body(form)]);
  }
  if (type === "integer")
    rows.push([`${name} with a fraction`, "a number with a fraction", instead(`${text}.5`)]);
  if (type === "boolean") {
    const otherForm = instead(text === "true" ? "false" : "true");
    rows.push([`${name} the other way`, "the other boolean", otherForm]);
  }
  return rows;
}

/** Forms without a defined meaning. The server may accept or reject them, but only with a documented response. */
function ambiguousForms(form: string, fields: Fields): Row[] {
  const list = Object.keys(fields).find((name) => fields[name]?.list);
  const rows: (readonly [name: string, why: string, after: string])[] = [
    ["incomplete escape", "an incomplete escape after the form", "%4"],
    ["no escape", "an escape that has no hexadecimal digits", "%zz"],
    ["byte ff as escape", "a byte that never occurs in UTF-8, as an escape", "%FF"],
    ["byte ff", "a byte that never occurs in UTF-8", "{hex:ff}"],
    ["field without =", "a field without an equals sign", "&undocumented"],
    ["field without name", "a field without a name", "&=1"],
    ["field of any object", "names that every object has", "&__proto__=1&constructor=2"],
  ];
  if (list !== undefined)
    rows.push([`${list} with brackets`, "brackets after a list", `&${list}%5B%5D=1`]);
  return rows.map(([name, why, after]) => [name, why, body(form + after)]);
}
