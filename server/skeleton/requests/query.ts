import { ownValue } from "@contract-toolkit/contract";
import {
  coerceAsWritten as coerce,
  isObject,
  pairsIn,
  type Parameter,
  splitQueryList,
  type Violation,
} from "@contract-toolkit/contract/messages";
import { assembleObject, coerceList, Values } from "./parameter-values.ts";

/** Reads the most frequent form of query: documented single values, each once, without encoding. Undefined for other forms. */
export function readSingle(
  documented: ReadonlyMap<string, Parameter>,
  search: string,
): Record<string, unknown> | undefined {
  const values = new Values();
  if (search.includes("%") || search.includes("+")) return undefined;
  for (let at = 0; at < search.length;) {
    const next = search.indexOf("&", at);
    const end = next < 0 ? search.length : next;
    const mark = search.indexOf("=", at);
    const parameter = at < mark && mark < end ? documented.get(search.slice(at, mark)) : undefined;
    if (!parameter || values[parameter.name] !== undefined) return undefined;
    values[parameter.name] = coerce(parameter.type, search.slice(mark + 1, end));
    at = end + 1;
  }
  return values;
}

export function readQueryParameters(
  documented: ReadonlyMap<string, Parameter>,
  /** Names of query parameters that carry credentials of security schemes. */
  secrets: ReadonlySet<string>,
  search: string,
  violations: Violation[],
): Record<string, unknown> {
  const values = new Values();
  const reasons = new Map<string, string>();
  const parameterOf = (name: string) =>
    documented.get(name) ?? documented.get(withoutBrackets(name));
  const itemsOfQuery = (name: string, text: string) => {
    const { type, array, object } = parameterOf(name) ?? {};
    if ((array ?? object)?.explode !== false) return [text];
    // A separator within an item is encoded. Numbers contain none, and an object has one, so clients may encode all of these.
    const isSure = object !== undefined || type !== "string";
    const isEncoded = isSure && !array?.separator && !text.includes(",");
    return splitQueryList(isEncoded ? text.replaceAll(/%2C/gi, ",") : text, array?.separator);
  };
  const rest = [...documented.values()].find(({ object }) => object?.explode);
  for (const [name, decoded] of groupPairs(search, itemsOfQuery)) {
    const parameter = parameterOf(name);
    const texts = decoded.filter((text) => text !== undefined);
    if (!parameter) {
      // `authenticate` has read it.
      if (secrets.has(name)) continue;
      if (rest?.object && texts.length === 1 && decoded.length === 1) {
        const object = (values[rest.name] ??= new Values()) as Values;
        Object.assign(object, assembleObject(rest.object, [[name, texts[0] ?? ""]]));
      } else values[name] = texts;
      continue;
    }
    if (parameter.fields && name !== parameter.name) {
      const reason = readObjectField(values, parameter, name, decoded);
      if (reason !== undefined) reasons.set(parameter.name, reason);
      continue;
    }
    const reason = findParameterViolation(parameter, name, decoded);
    if (reason !== undefined) {
      reasons.set(parameter.name, reason);
      // The parameter was given, so it must not also be reported as missing.
      values[parameter.name] ??= parameter.array ? [] : coerce(parameter.type, texts[0] ?? "");
    } else if (parameter.array) {
      values[parameter.name] = coerceList(parameter, texts);
    } else if (parameter.object) {
      // Nothing is what an object without fields is written as.
      const object = assembleObject(parameter.object, pairsIn(texts.join() === "" ? [] : texts));
      if (object) values[name] = object;
      else reasons.set(name, "must be names and values, separated by commas, each name once");
    } else {
      values[name] = coerce(parameter.type, texts[0] ?? "");
    }
  }
  for (const [name, reason] of reasons) violations.push({ pointer: `/query/${name}`, reason });
  return values;
}

/** Reads `filter[size]=2` into an object of the query. Returns the violation, if any. */
function readObjectField(
  values: Record<string, unknown>,
  { name: owner, fields = {} }: Parameter,
  name: string,
  decoded: readonly (string | undefined)[],
): string | undefined {
  values[owner] ??= Object.create(null) as Record<string, unknown>;
  const object = values[owner];
  const [, field] = /^[^[]*\[([^[\]]+)\]$/.exec(name) ?? [];
  if (field === undefined || !isObject(object)) return `must be given as ${owner}[field]`;
  if (decoded.includes(undefined)) return "must be UTF-8, percent-encoded";
  const { type, list } = ownValue(fields, field) ?? {
    type: "string" as const,
  };
  const texts = decoded.flatMap((text) => (text === undefined ? [] : [coerce(type, text)]));
  if (!list && texts.length > 1) return `must have ${field} once`;
  object[field] = list ? texts : texts[0];
  return undefined;
}

function findParameterViolation(
  { name: documentedName, array, object }: Parameter,
  name: string,
  decoded: readonly (string | undefined)[],
): string | undefined {
  if (decoded.includes(undefined)) return "must be UTF-8, percent-encoded";
  if (name !== documentedName || (!array && !object && decoded.length > 1))
    return array ? "must be given without brackets" : "must be given once, without brackets";
  return undefined;
}

function withoutBrackets(name: string): string {
  const bracket = name.indexOf("[");
  return bracket < 0 ? name : name.slice(0, bracket);
}

/**
 * Values by name, in their sequence (application/x-www-form-urlencoded). A value that is not UTF-8 is undefined. `splitParameterItems`
 * splits the encoded text of a pair into several values.
 */
export function groupPairs(
  search: string,
  itemsOf?: (name: string, text: string) => readonly string[],
): Map<string, (string | undefined)[]> {
  const groups = new Map<string, (string | undefined)[]>();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const mark = pair.indexOf("=");
    const name = decodeQueryText(mark < 0 ? pair : pair.slice(0, mark)) ?? pair;
    const text = mark < 0 ? "" : pair.slice(mark + 1);
    const items = itemsOf ? itemsOf(name, text).map(decodeQueryText) : [decodeQueryText(text)];
    const texts = groups.get(name);
    if (texts) texts.push(...items);
    else groups.set(name, items);
  }
  return groups;
}

function decodeQueryText(text: string): string | undefined {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
