import type { IncomingHttpHeaders } from "node:http";
import type { Fault, Operation, Parameter } from "../../generated/contract.ts";

/** Parameters by their documented names, coerced; and what is wrong with how they were written. */
export interface Parameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly faults: readonly Fault[];
}

/**
 * Reads the parameters of a request. A value that cannot be coerced stays a string, for the validator to refuse.
 *
 * @param search query of the request line, without `?`
 */
export function readParameters(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  search: string,
  headers: IncomingHttpHeaders,
): Parameters {
  const query = readQuery(operation, search);
  return {
    path: coerceAll(operation, "path", (name) => path[name]),
    query: query.values,
    headers: coerceAll(
      operation,
      "header",
      (name) => headers[name.toLowerCase()],
    ),
    faults: query.faults,
  };
}

/** Credentials of a request by the documented names of the parameters that carry them. */
export function readCredentials(
  operation: Operation,
  headers: IncomingHttpHeaders,
): Record<string, string | undefined> {
  const names = operation.parameters
    .filter((each) => each.credential && each.in === "header")
    .map(({ name }) => name);
  return Object.fromEntries(
    names.map((name) => [name, headers[name.toLowerCase()]?.toString()]),
  );
}

function coerceAll(
  operation: Operation,
  place: Parameter["in"],
  valueOf: (name: string) => string | string[] | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    if (parameter.in !== place || parameter.credential) continue;
    const value = valueOf(parameter.name);
    if (value === undefined) continue;
    const text = value.toString();
    values[parameter.name] = parameter.array
      ? coerceList(parameter, text.split(","))
      : coerce(parameter, text);
  }
  return values;
}

function readQuery(
  operation: Operation,
  search: string,
): { values: Record<string, unknown>; faults: Fault[] } {
  const documented = new Map(
    operation.parameters
      .filter((each) => each.in === "query")
      .map((each) => [each.name, each]),
  );
  // Without a prototype, no name that a client sends can reach one.
  const values = Object.create(null) as Record<string, unknown>;
  const faults: Fault[] = [];
  for (const [name, texts] of groupPairs(search)) {
    const parameter =
      documented.get(name) ?? documented.get(name.replace(/\[.*$/, ""));
    if (!parameter) {
      values[name] = texts;
    } else if (parameter.array) {
      const items = parameter.array.explode
        ? texts
        : texts.flatMap((text) => text.split(","));
      values[parameter.name] = coerceList(parameter, items);
    } else if (texts.length > 1 || name !== parameter.name) {
      faults.push({
        pointer: `/query/${parameter.name}`,
        reason: "must be given once, without brackets",
      });
    } else {
      values[name] = coerce(parameter, texts[0] ?? "");
    }
  }
  return { values, faults };
}

/** WHATWG URL, application/x-www-form-urlencoded: the parser never fails, so neither does this. */
function groupPairs(search: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  if (search === "") return groups;
  for (const [name, text] of new URLSearchParams(search)) {
    const texts = groups.get(name);
    if (texts) texts.push(text);
    else groups.set(name, [text]);
  }
  return groups;
}

function coerceList(parameter: Parameter, texts: readonly string[]): unknown[] {
  return texts.map((text) => coerce(parameter, text));
}

/** Only the canonical spelling of a number is one: no sign `+`, no leading zero, no space, no exponent for integers. */
function coerce({ type }: Parameter, text: string): unknown {
  switch (type) {
    case "integer":
      return /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))
        ? Number(text)
        : text;
    case "number":
      return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
        ? Number(text)
        : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "string":
      return text;
  }
}
