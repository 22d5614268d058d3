import type { IncomingHttpHeaders } from "node:http";
import {
  coerceAsWritten as coerce,
  cookieOf,
  isObject,
  negotiate,
  splitHeaderList,
  splitQueryList,
  type Fault,
  type Operation,
  type Parameter,
} from "@contract-toolkit/kernel/messages";
import { sortParameters, type ParameterPlaces, type PlacedParameter } from "./parameter-places.ts";

/** Parameters by their documented names, coerced; and what is wrong with how they were written. */
export interface Parameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  /** Where the operation documents any. */
  readonly cookies?: Record<string, unknown>;
  readonly faults: readonly Fault[];
}

/** Reads the parameters of a request. A value that cannot be coerced stays a string, for the validator to refuse. */
export type ReadParameters = (
  path: Readonly<Record<string, string>>,
  /** Query of the request line, without `?`. */
  search: string,
  headers: IncomingHttpHeaders,
) => Parameters;

/** Makes the reader of an operation's parameters. */
export function createParameterReader(operation: Operation): ReadParameters {
  const places = sortParameters(operation);
  const hasCookies = places.cookie.length > 0;
  return (path, search, headers) => {
    const query = readQuery(places, search);
    const read = {
      path: coerceAll(places.path, path),
      query: query.values,
      headers: coerceAll(places.header, headers),
      faults: query.faults,
    };
    return hasCookies
      ? { ...read, cookies: readCookies(places.cookie, headers.cookie ?? "") }
      : read;
  };
}

function readCookies(documented: readonly Parameter[], header: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, type } of documented) {
    const text = cookieOf(header, name);
    if (text !== undefined) values[name] = coerce(type, text);
  }
  return values;
}

function coerceAll(
  placed: readonly PlacedParameter[],
  given: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { key, parameter } of placed) {
    const sent = given[key]?.toString();
    const text = sent !== undefined && parameter.negotiated ? negotiate(parameter, sent) : sent;
    if (text === undefined) continue;
    values[parameter.name] = parameter.array
      ? coerceList(parameter, itemsOf(text, parameter))
      : coerce(parameter.type, text);
  }
  return values;
}

/** Of a list in a path, what an item has of commas is still encoded (`Route`). */
function itemsOf(text: string, { in: place }: Parameter): string[] {
  return place === "header" ? splitHeaderList(text) : text.split(",").map(decodeURIComponent);
}

function readQuery(
  { query: documented, secretQuery }: ParameterPlaces,
  search: string,
): { values: Record<string, unknown>; faults: readonly Fault[] } {
  const values = new Values();
  if (search === "") return { values, faults: noFaults };
  const faults = new Map<string, Fault>();
  const parameterOf = (name: string) =>
    documented.get(name) ?? documented.get(withoutBrackets(name));
  const itemsOfQuery = (name: string, text: string) => {
    const { array } = parameterOf(name) ?? {};
    // What separates items is encoded where it is in one.
    return array?.explode === false ? splitQueryList(text, array.separator) : [text];
  };
  for (const [name, decoded] of groupPairs(search, itemsOfQuery)) {
    const parameter = parameterOf(name);
    const texts = decoded.filter(isText);
    if (!parameter) {
      // Who asks has been found out already.
      if (secretQuery.has(name)) continue;
      values[name] = texts;
      continue;
    }
    if (parameter.fields && name !== parameter.name) {
      const reason = readField(values, parameter, name, decoded);
      const pointer = `/query/${parameter.name}`;
      if (reason !== undefined) faults.set(pointer, { pointer, reason });
      continue;
    }
    const reason = reasonAgainst(parameter, name, decoded);
    if (reason !== undefined) {
      const pointer = `/query/${parameter.name}`;
      faults.set(pointer, { pointer, reason });
      // It was given, if wrongly: what is said about its absence, here or where others need it, would not be true.
      values[parameter.name] ??= parameter.array ? [] : coerce(parameter.type, texts[0] ?? "");
    } else if (parameter.array) {
      values[parameter.name] = coerceList(parameter, texts);
    } else {
      values[name] = coerce(parameter.type, texts[0] ?? "");
    }
  }
  return { values, faults: [...faults.values()] };
}

/** Without a prototype, no name that a client sends can reach one. Objects of a class are faster than `Object.create(null)`. */
class Values implements Record<string, unknown> {
  [name: string]: unknown;
}
Object.setPrototypeOf(Values.prototype, null);
Reflect.deleteProperty(Values.prototype, "constructor");

/** Reads `filter[size]=2` into the object of the query; answers what is wrong with how it was written. */
function readField(
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
  const { type, list } = (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? {
    type: "string" as const,
  };
  const texts = decoded.flatMap((text) => (text === undefined ? [] : [coerce(type, text)]));
  if (!list && texts.length > 1) return `must have ${field} once`;
  object[field] = list ? texts : texts[0];
  return undefined;
}

const noFaults: readonly Fault[] = [];

function reasonAgainst(
  { name: documentedName, array }: Parameter,
  name: string,
  decoded: readonly (string | undefined)[],
): string | undefined {
  if (decoded.includes(undefined)) return "must be UTF-8, percent-encoded";
  if (name !== documentedName || (!array && decoded.length > 1))
    return array ? "must be given without brackets" : "must be given once, without brackets";
  return undefined;
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}

/** `filter[a][b]` → `filter` */
function withoutBrackets(name: string): string {
  const bracket = name.indexOf("[");
  return bracket < 0 ? name : name.slice(0, bracket);
}

/**
 * Values by name, in the order they came (application/x-www-form-urlencoded). What is not UTF-8 cannot be read.
 *
 * @param itemsOf splits what a pair has, still encoded, into values; without it, it is one
 */
export function groupPairs(
  search: string,
  itemsOf?: (name: string, text: string) => readonly string[],
): Map<string, (string | undefined)[]> {
  const groups = new Map<string, (string | undefined)[]>();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const mark = pair.indexOf("=");
    const name = decode(mark < 0 ? pair : pair.slice(0, mark)) ?? pair;
    const text = mark < 0 ? "" : pair.slice(mark + 1);
    const items = itemsOf ? itemsOf(name, text).map(decode) : [decode(text)];
    const texts = groups.get(name);
    if (texts) texts.push(...items);
    else groups.set(name, items);
  }
  return groups;
}

function decode(text: string): string | undefined {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function coerceList(parameter: Parameter, texts: readonly string[]): unknown[] {
  return texts.map((text) => coerce(parameter.type, text));
}
