import type { Parameter } from "@contract-toolkit/contract";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import { type OperationContext } from "../make-case.ts";
import { stringifyValue } from "../../../wire-body.ts";
import type { Spelling, Spellings } from "./styles.ts";

export function objectSpellings(
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
