import type { Schema } from "@contract-toolkit/contract";

/** Writes an exclusive bound as OpenAPI 3.1 does. OpenAPI 3.0 writes it as a bound and a flag. */
export function withExclusiveBounds(schema: Schema): Schema {
  const limited = { ...schema };
  for (const [bound, exclusive] of bounds) {
    const flag = limited[exclusive];
    if (typeof flag !== "boolean") continue;
    Reflect.deleteProperty(limited, exclusive);
    if (!flag || limited[bound] === undefined) continue;
    limited[exclusive] = limited[bound];
    Reflect.deleteProperty(limited, bound);
  }
  return limited;
}

const bounds = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;
