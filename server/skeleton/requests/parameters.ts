import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ownValue } from "@contract-toolkit/contract";
import {
  coerceAsWritten as coerce,
  cookieOf,
  expressionsOf,
  negotiate,
  type Operation,
  type Parameter,
  readItems,
  readPairs,
  splitHeaderList,
  type TemplateExpression,
  type Violation,
} from "@contract-toolkit/contract/messages";
import type { RequestMessage } from "../engine.ts";
import { assembleObject, coerceList, Values } from "./parameter-values.ts";
import { readQueryParameters, readSingle } from "./query.ts";

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
