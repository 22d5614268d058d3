import { isSchema, propertiesOf, type Schema } from "@contract-toolkit/kernel";
import { usesKeyword } from "./uses-keyword.ts";

/**
 * Whether every number of a message is no more than the one it is held against (`atMost`), which JSON Schema has no word
 * for. Of a union, some branch has to fit with its rules.
 *
 * @param fits whether a value fits a branch in everything
 */
export function keepsLimits(
  schema: Schema,
  value: unknown,
  fits: (branch: Schema, value: unknown) => boolean,
): boolean {
  if (!hasLimits(schema)) return true;
  const inside = (each: Schema, at: unknown) => keepsLimits(each, at, fits);
  const union = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return (
    limitsOf(schema).every(([name, limit]) => !exceeds(value, name, limit)) &&
    (schema.allOf ?? []).every((each) => inside(each, value)) &&
    (union.length === 0 || union.some((branch) => fits(branch, value))) &&
    childrenOf(schema, value).every(([each, at]) => inside(each, at))
  );
}

/** The field that a rule holds its own against, if the object has such a rule. */
export function limitOf(owner: Schema, name: string): string | undefined {
  return limitsOf(owner).find(([each]) => each === name)?.[1];
}

/** The fields beside one that it must not be more than, and those that must not be more than it. */
export interface Neighbours {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** The fields of an object that its rules hold one of them against. */
export function neighboursOf(owner: Schema, name: string): Neighbours {
  const limits = limitsOf(owner);
  return {
    above: limits.filter(([each]) => each === name).map(([, limit]) => limit),
    below: limits.filter(([, limit]) => limit === name).map(([each]) => each),
  };
}

function limitsOf({ atMost = {} }: Schema): [string, string][] {
  return Object.entries(atMost);
}

function exceeds(value: unknown, name: string, limit: string): boolean {
  if (!isSchema(value)) return false;
  const [own, bound] = [value[name], value[limit]];
  return typeof own === "number" && typeof bound === "number" && own > bound;
}

function childrenOf(schema: Schema, value: unknown): [Schema, unknown][] {
  const { items, additionalProperties } = schema;
  if (Array.isArray(value)) return isSchema(items) ? value.map((each) => [items, each]) : [];
  if (!isSchema(value)) return [];
  const properties = new Map(propertiesOf(schema));
  return Object.entries(value).flatMap(([name, each]): [Schema, unknown][] => {
    const found = properties.get(name) ?? additionalProperties;
    return isSchema(found) ? [[found, each]] : [];
  });
}

const hasLimits = usesKeyword("atMost");
