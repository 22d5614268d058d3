import { isSchema, schemaProperties, type Schema, ownValue } from "@contract-toolkit/contract";
import { accepts } from "../second-validator/oracle.ts";
import { unionOf } from "@contract-toolkit/contract/schema-algebra";
import { valuesOfFormat } from "../boundaries/values/format-values.ts";
import { MOST_LETTERS } from "./place.ts";
import { textFor } from "./scalars.ts";
import { recursive } from "../message-schemas/schema.ts";

/** Makes a value for a schema that keeps as much as possible of the value `like`. The caller must validate it. */
export function instanceOf(schema: Schema, like?: unknown): unknown {
  if (like !== undefined && accepts(schema, like)) return like;
  const example =
    schema.const ?? firstItem(schema.enum) ?? schema.default ?? firstItem(schema.examples);
  if (example !== undefined) return example;
  const branches = unionOf(schema)?.branches ?? [];
  // A recursive branch is cut off, so nothing is known about its values.
  const branch = branches.find((branch) => !branch[recursive]) ?? branches[0];
  if (branch) return instanceOf(branch, like);
  switch (schemaTypeOf(schema)) {
    case "object":
      return makeInstanceObject(schema, isSchema(like) ? like : {});
    case "array": {
      const { items = {}, prefixItems = [], minItems, maxItems = Infinity } = schema;
      // A recursive item would have no end.
      const least = Math.max(items[recursive] ? 0 : 1, prefixItems.length, minItems ?? 0);
      const length = Math.min(least > mostItems ? 1 : least, maxItems);
      return Array.from({ length }, (_, index) => instanceOf(prefixItems[index] ?? items));
    }
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return makeText(schema);
  }
}

function schemaTypeOf({ type, properties }: Schema): unknown {
  if (Array.isArray(type)) return type[0] as unknown;
  return type ?? (isSchema(properties) ? "object" : "string");
}

function makeInstanceObject(schema: Schema, like: Schema): object {
  const required = schema.required ?? [];
  return Object.fromEntries(
    schemaProperties(schema).flatMap(([name, schema]) => {
      const value = ownValue(like, name);
      const isKept = value !== undefined && accepts(schema, value);
      if (!isKept && !required.includes(name)) return [];
      return [[name, instanceOf(schema, value)]];
    }),
  );
}

/** Longer lists are not made. The value is then invalid. */
const mostItems = 10_000;

function makeText({ format, pattern, ...lengths }: Schema): string {
  const minLength = (lengths.minLength ?? 0) > MOST_LETTERS ? 0 : lengths.minLength;
  const maxLength = lengths.maxLength && Math.min(lengths.maxLength, MOST_LETTERS);
  const text = (valuesOfFormat(format).usual ?? "text")
    .slice(0, maxLength)
    .padEnd(minLength ?? 0, "x");
  if (pattern === undefined) return text;
  const keywords = Object.entries({ format, pattern, minLength, maxLength });
  const schema = Object.fromEntries(keywords.filter(([, value]) => value !== undefined));
  try {
    return accepts(schema, text) ? text : (textFor([schema], 0) ?? text);
  } catch {
    // The pattern is invalid.
    return text;
  }
}

/** The lower bound, else the upper one, else 1; a multiple of `multipleOf` if there is one. */
function numberOf(schema: Schema): number {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = multipleOf ?? ([type].flat().includes("integer") ? 1 : 0.5);
  const least =
    minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum + step : undefined);
  const most =
    maximum ?? (typeof exclusiveMaximum === "number" ? exclusiveMaximum - step : undefined);
  if (multipleOf === undefined) return least ?? most ?? 1;
  if (least !== undefined) return Math.ceil(least / multipleOf) * multipleOf;
  return most === undefined ? multipleOf : Math.floor(most / multipleOf) * multipleOf;
}

function firstItem(list: unknown): unknown {
  return Array.isArray(list) ? (list as unknown[])[0] : undefined;
}
