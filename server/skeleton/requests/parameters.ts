import { ownValue } from "@contract-toolkit/contract";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import {
  coerceAsWritten as coerce,
  cookieOf,
  expressionsOf,
  isObject,
  negotiate,
  pairsIn,
  readItems,
  readPairs,
  splitHeaderList,
  splitQueryList,
  type Violation,
  type ObjectForm,
  type Operation,
  type Parameter,
  type TemplateExpression,
} from "@contract-toolkit/contract/messages";
import type { RequestMessage } from "../engine.ts";

/**
 * Makes the parameter reader of an operation. Parameters get their documented names. A value that cannot be coerced stays a
 * string. Violations of the encoding are added to `violations`.
 */
export function createParameterReader(operation: Operation) {
  const { parameters, security = [] } = operation;
  const at = (place: Parameter["in"]) => parameters.filter((parameter) => parameter.in === place);
  const expressions = expressionsOf(operation.template ?? "");
  const paths = at("path").map((parameter) => {
    const expression = expressions.find(({ name }) => name === parameter.name);
    return expression
      ? expandedOf(parameter, expression)
      : parameterTextReader(parameter.name, parameter);
  });
  const query = new Map(at("query").map((parameter) => [parameter.name, parameter]));
  const single = new Map(
    [...query].filter(([, { array, fields, object }]) => !array && !fields && !object),
  );
  const secrets = new Set(
    security.flat().flatMap((requirement) => (requirement.in === "query" ? requirement.name : [])),
  );
  const sent = at("header")
    .filter(({ credential }) => !credential)
    // Node.js has header names in lower case.
    .map((parameter) => parameterTextReader(parameter.name.toLowerCase(), parameter));
  const cookies = at("cookie");
  return (
    path: Readonly<Record<string, string>>,
    search: string,
    headers: IncomingHttpHeaders,
    violations: Violation[],
  ) => {
    const message: RequestMessage = {
      path: readAll(paths, path),
      query: readSingle(single, search) ?? readQueryParameters(query, secrets, search, violations),
      headers: readAll(sent, headers),
    };
    if (cookies.length > 0) message.cookies = readCookies(cookies, headers.cookie ?? "");
    return message;
  };
}

function readCookies(documented: readonly Parameter[], header: string): Record<string, unknown> {
  const values = new Values();
  for (const { name, type } of documented) {
    const text = cookieOf(header, name);
    if (text !== undefined) values[name] = coerce(type, text);
  }
  return values;
}

/** A parameter in one text, under its key in the path or headers. */
interface ParameterText {
  readonly key: string;
  readonly name: string;
  /** Returns undefined if the header states no preference. */
  readonly read: (text: string) => unknown;
}

function parameterTextReader(key: string, parameter: Parameter): ParameterText {
  const { name, type, array, negotiated } = parameter;
  const read = array
    ? (text: string) => coerceList(parameter, splitParameterItems(text, parameter))
    : (text: string) => coerce(type, text);
  if (!negotiated) return { key, name, read };
  return {
    key,
    name,
    read(text) {
      const preferred = negotiate(parameter, text);
      return preferred === undefined ? undefined : read(preferred);
    },
  };
}

/** A parameter of a path template. The router has removed the prefix of its expression. */
function expandedOf(parameter: Parameter, expression: TemplateExpression): ParameterText {
  const { name, type, array, object } = parameter;
  const read = (text: string) => {
    if (object) return assembleObject(object, readPairs(expression, text));
    if (!array) return coerce(type, text);
    return readItems(expression, text)?.map((item) => coerce(type, item));
  };
  return { key: name, name, read };
}

/** An object of texts; undefined if there are none, or a name occurs twice. */
function assembleObject(
  { fields, others }: ObjectForm,
  pairs: readonly (readonly [string, string])[] | undefined,
): Record<string, unknown> | undefined {
  if (!pairs || new Set(pairs.map(([name]) => name)).size < pairs.length) return undefined;
  const read = new Values();
  for (const [name, text] of pairs) {
    const { type } = (Object.hasOwn(fields, name) ? fields[name] : others) ?? { type: "string" };
    read[name] = coerce(type, text);
  }
  return read;
}

function readAll(
  parameters: readonly ParameterText[],
  given: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, unknown> {
  const values = new Values();
  for (const { key, name, read } of parameters) {
    const sent = ownValue(given, key);
    if (sent === undefined) continue;
    const value = read(sent.toString());
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The values of a header in all its lines. */
export function headerLineValues({ rawHeaders }: IncomingMessage, lowerName: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === lowerName.length && name.toLowerCase() === lowerName)
      values.push(rawHeaders[at + 1] ?? "");
  }
  return values;
}

/** In a path, commas within items are still encoded (`Route`). */
function splitParameterItems(text: string, { in: place }: Parameter): string[] {
  return place === "header" ? splitHeaderList(text) : text.split(",").map(decodeURIComponent);
}

/** Reads the most frequent form of query: documented single values, each once, without encoding. Undefined for other forms. */
function readSingle(
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

function readQueryParameters(
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
      const object = assembleObject(parameter.object, pairsIn(texts));
      if (object) values[name] = object;
      else reasons.set(name, "must be names and values, separated by commas, each name once");
    } else {
      values[name] = coerce(parameter.type, texts[0] ?? "");
    }
  }
  for (const [name, reason] of reasons) violations.push({ pointer: `/query/${name}`, reason });
  return values;
}

/** Without a prototype, so that a name of a contract or a request cannot reach one. Objects of a class are faster than `Object.create(null)`. */
class Values implements Record<string, unknown> {
  [name: string]: unknown;
}
Object.setPrototypeOf(Values.prototype, null);
Reflect.deleteProperty(Values.prototype, "constructor");

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

function coerceList(parameter: Parameter, texts: readonly string[]): unknown[] {
  return texts.map((text) => coerce(parameter.type, text));
}
