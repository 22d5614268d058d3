import { isSchema, propertiesOf, type Schema } from "@contract-toolkit/kernel";
import { accepts } from "../second-validator/oracle.ts";
import { unionOf } from "../rules.ts";
import { usualSpelling } from "../values/format-spellings.ts";
import { recursive } from "./schema.ts";

/**
 * A value that a schema describes, as much like another one as it may be. It is a proposal: patterns and rules between
 * fields are not looked at, so that whoever needs a valid value has to ask whether it is.
 */
export function instanceOf(schema: Schema, like?: unknown): unknown {
  if (like !== undefined && accepts(schema, like)) return like;
  const example = schema.const ?? first(schema.enum) ?? schema.default ?? first(schema.examples);
  if (example !== undefined) return example;
  const branch = unionOf(schema)?.branches[0];
  if (branch) return instanceOf(branch, like);
  switch (typeOf(schema)) {
    case "object":
      return objectOf(schema, isSchema(like) ? like : {});
    case "array": {
      const { items = {}, minItems } = schema;
      // No value is made up for what is inside itself.
      const count = items[recursive] ? minItems : Math.max(1, minItems ?? 1);
      return Array.from({ length: count ?? 0 }, () => instanceOf(items));
    }
    case "integer":
    case "number":
      return schema.minimum ?? schema.maximum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textOf(schema);
  }
}

function typeOf({ type, properties }: Schema): unknown {
  if (Array.isArray(type)) return type[0] as unknown;
  return type ?? (isSchema(properties) ? "object" : "string");
}

function objectOf(schema: Schema, like: Schema): object {
  const required = schema.required ?? [];
  return Object.fromEntries(
    propertiesOf(schema).flatMap(([name, each]) => {
      const value = like[name];
      const isKept = value !== undefined && accepts(each, value);
      if (!isKept && !required.includes(name)) return [];
      return [[name, instanceOf(each, value)]];
    }),
  );
}

function textOf({ format, minLength }: Schema): string {
  const text = usualSpelling(format) ?? "text";
  return text.padEnd(minLength ?? 0, "x");
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? (list as unknown[])[0] : undefined;
}
