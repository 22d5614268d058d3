import {
  serializeValueAsJson,
  type ModelProperty,
  type OpExample,
  type Program,
} from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { getExtensions } from "@typespec/openapi";
import { valueAtPath } from "../examples.ts";
import { scalarsOf } from "../scalars.ts";

/**
 * The values of a sample on which its response may depend, by their place in the request: a parameter by its name, a
 * field of the body as `body.title`. Credentials and fresh values are left out.
 */
export function inputsOf(
  program: Program,
  { operation, parameters }: HttpOperation,
  example: OpExample,
): ReadonlyMap<string, unknown> {
  const given = example.parameters
    ? serializeValueAsJson(program, example.parameters, operation.parameters)
    : {};
  const entries = parameters.properties.flatMap((property): [string, unknown][] => {
    const value = valueAtPath(given, property.path);
    if (
      value === undefined ||
      isMadeAfresh(program, property.property) ||
      isSamplePlaceholder(value)
    )
      return [];
    const { name } = property.property;
    switch (property.kind) {
      case "query":
      case "path":
      case "header":
        return [[name, value]];
      case "bodyProperty":
        // Only fields of the first level are inputs.
        return property.path.length === 1 ? [[`body.${name}`, value]] : [];
      case "body":
      case "bodyRoot":
        return listSampleFields(value);
      default:
        return [];
    }
  });
  return new Map(entries);
}

function listSampleFields(body: unknown): [string, unknown][] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [["body", body]];
  return Object.entries(body).map(([name, value]) => [`body.${name}`, value]);
}

/** Whether a value is a placeholder for a credential, such as `<TOKEN>`. */
function isSamplePlaceholder(value: unknown): boolean {
  return typeof value === "string" && /<[A-Z_]+>/.test(value);
}

function isMadeAfresh(program: Program, property: ModelProperty): boolean {
  return [property, ...scalarsOf(property.type)].some((scalar) =>
    getExtensions(program, scalar).has("x-fresh"),
  );
}
