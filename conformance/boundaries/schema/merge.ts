import type { Schema } from "@contract-toolkit/kernel";
import { named, names, origins } from "./schema.ts";

/** One schema in place of several that all hold. What two of them say differently stays apart, under `allOf`. */
export function merged(schemas: readonly Schema[]): Schema {
  return schemas.reduce<Schema>((one, other) => {
    const both: Schema = { ...one, ...other };
    const conflicts = Object.keys(other).filter(
      (keyword) =>
        Object.hasOwn(one, keyword) &&
        isAssertion(keyword) &&
        JSON.stringify(one[keyword]) !== JSON.stringify(other[keyword]),
    );
    for (const keyword of conflicts) both[keyword] = one[keyword];
    return {
      ...both,
      ...joined(one, other, "required"),
      ...joined(one, other, origins),
      ...(conflicts.includes("properties") && {
        properties: mergedProperties(one.properties, other.properties),
      }),
      ...stricter(one, other, conflicts),
    };
  }, {});
}

/** A field of both has to keep what both say of it. */
function mergedProperties(one: unknown, other: unknown): Record<string, Schema> {
  const groups = Map.groupBy([...named(one), ...named(other)], ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, fields]) => [name, merged(fields.map(([, schema]) => schema))]),
  );
}

/** Whether two schemas that both have a keyword say more together than the second; of two bounds, the stricter counts. */
function isAssertion(keyword: string): boolean {
  return !annotations.has(keyword) && !keyword.startsWith("x-") && !isBound(keyword);
}

function isBound(keyword: string): boolean {
  return /^(exclusiveM|m)(in|ax)/.test(keyword);
}

const annotations: ReadonlySet<string> = new Set([
  ...["title", "description", "default", "example", "examples", "externalDocs", "xml", "$comment"],
  ...["deprecated", "readOnly", "writeOnly", "discriminator", "contentMediaType", "required"],
]);

function joined(one: Schema, other: Schema, keyword: string): Schema {
  const both = [...names(one[keyword]), ...names(other[keyword])];
  return both.length > 0 ? { [keyword]: [...new Set(both)] } : {};
}

/** Of two bounds, the stricter; of two lists of conditions, both; what else differs, under `allOf`. */
function stricter(one: Schema, other: Schema, conflicts: readonly string[]): Schema {
  const bounds = Object.keys(other).flatMap((keyword) => {
    const [mine, theirs] = [one[keyword], other[keyword]];
    if (!isBound(keyword) || typeof mine !== "number" || typeof theirs !== "number") return [];
    return /^(exclusiveM|m)in/.test(keyword)
      ? [[keyword, Math.max(mine, theirs)]]
      : [[keyword, Math.min(mine, theirs)]];
  });
  const apart = conflicts.filter((keyword) => keyword !== "properties" && keyword !== "allOf");
  const conditions = [
    ...(one.allOf ?? []),
    ...(other.allOf ?? []),
    ...apart.map((keyword) => ({ [keyword]: other[keyword] })),
  ];
  return {
    ...(Object.fromEntries(bounds) as Schema),
    ...(conditions.length > 0 && { allOf: conditions }),
  };
}
