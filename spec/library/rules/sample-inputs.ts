import {
  serializeValueAsJson,
  type ModelProperty,
  type OpExample,
  type Program,
} from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { getExtensions } from "@typespec/openapi";
import { valueAt } from "../examples.ts";
import { scalarsOf } from "../scalars.ts";

/**
 * What a sample gives that its answer may depend on, by where it is in the request: a parameter by its name, a field of the body as
 * `body.title`. Credentials, and what every replay makes afresh, are none of it.
 */
export function inputsOf(
  program: Program,
  { operation, parameters }: HttpOperation,
  example: OpExample,
): ReadonlyMap<string, unknown> {
  const given = example.parameters
    ? serializeValueAsJson(program, example.parameters, operation.parameters)
    : {};
  const entries = parameters.properties.flatMap((each): [string, unknown][] => {
    const value = valueAt(given, each.path);
    if (value === undefined || isMadeAfresh(program, each.property) || isPlaceholder(value))
      return [];
    const { name } = each.property;
    switch (each.kind) {
      case "query":
      case "path":
      case "header":
        return [[name, value]];
      case "bodyProperty":
        // A field of a field is no input of its own.
        return each.path.length === 1 ? [[`body.${name}`, value]] : [];
      case "body":
      case "bodyRoot":
        return fieldsOf(value);
      default:
        return [];
    }
  });
  return new Map(entries);
}

function fieldsOf(body: unknown): [string, unknown][] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [["body", body]];
  return Object.entries(body).map(([name, value]) => [`body.${name}`, value]);
}

/** A credential that is filled in: `<TOKEN>`. */
function isPlaceholder(value: unknown): boolean {
  return typeof value === "string" && /<[A-Z_]+>/.test(value);
}

function isMadeAfresh(program: Program, property: ModelProperty): boolean {
  return [property, ...scalarsOf(property.type)].some((each) =>
    getExtensions(program, each).has("x-fresh"),
  );
}
