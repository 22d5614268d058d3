import {
  isSchema,
  pointerNames,
  pointerStep,
  propertiesOf,
  type Schema,
  valueAt,
  withValue,
} from "@contract-toolkit/kernel";
import { neighboursOf, type Neighbours } from "../../second-validator/sibling-limits.ts";

/** A message in which the numbers that the one at a place is held against (`atMost`) are moved along, where they break that. */
export function keepLimits(
  message: unknown,
  pointer: string,
  { above, below }: Neighbours,
): unknown {
  const value = valueAt(message, pointer);
  if (typeof value !== "number") return message;
  const moved = (names: readonly string[], isApart: (other: number) => boolean) =>
    names
      .map((name) => siblingPointer(pointer, name))
      .filter((each) => {
        const other = valueAt(message, each);
        return typeof other === "number" && isApart(other);
      });
  return [
    ...moved(above, (other) => other < value),
    ...moved(below, (other) => other > value),
  ].reduce((changed, each) => withValue(changed, each, value), message);
}

/**
 * The same, for the rules of the object that the number is in.
 *
 * @param schema of the whole message; what is inside of it has to be in it, without references and unions
 * @example
 * const number = { type: "integer" } as const;
 * const schema = { properties: { from: number, to: number }, atMost: { from: "to" } } as const;
 * keepLimitsOf(schema, { from: 9, to: 1 }, "/from"); // { from: 9, to: 9 }
 */
export function keepLimitsOf(schema: Schema, message: unknown, pointer: string): unknown {
  const names = pointerNames(pointer);
  const owner = names.slice(0, -1).reduce(insideOf, schema);
  return keepLimits(message, pointer, neighboursOf(owner, names.at(-1) ?? ""));
}

/** Pointer of another field of the object that a field is in. */
export function siblingPointer(pointer: string, name: string): string {
  return `${pointer.slice(0, pointer.lastIndexOf("/"))}/${pointerStep(name)}`;
}

function insideOf(schema: Schema, name: string): Schema {
  const { items, additionalProperties } = schema;
  const found = new Map(propertiesOf(schema)).get(name) ?? items ?? additionalProperties;
  return isSchema(found) ? found : {};
}
