import type { Schema } from "@contract-toolkit/kernel";
import type { Limit, Resolve, TypeName } from "@contract-toolkit/kernel/schema-algebra";
import type { notesOf } from "./flatten.ts";

/**
 * What a schema and all that hold with it (`$ref`, `allOf`) say together, one level deep. Two schemas that say the same in
 * other words have the same flat schema; what is inside of them is a schema again, which is made flat when it is asked for.
 */
export interface FlatSchema {
  readonly types: ReadonlySet<TypeName>;
  /** `enum` and `const`; undefined where every value is allowed. */
  readonly values: readonly unknown[] | undefined;
  /** Bounds of numbers, lengths and counts, the strictest of each. */
  readonly limits: ReadonlyMap<Limit, number>;
  readonly patterns: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly multiples: ReadonlySet<number>;
  readonly hasUniqueItems: boolean;

  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly patternProperties: ReadonlyMap<string, Schema>;
  /** Undefined where nothing is said of other fields. */
  readonly additional: Schema | undefined;
  readonly propertyNames: Schema | undefined;
  readonly dependentRequired: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dependentSchemas: ReadonlyMap<string, Schema>;
  /** Fields that are compared with others, by name, for each rule. */
  readonly comparisons: ReadonlyMap<string, ReadonlyMap<string, string>>;

  readonly prefixItems: readonly Schema[];
  readonly items: Schema | undefined;
  readonly contains: Schema | undefined;

  readonly unions: readonly Union[];
  readonly conditions: readonly Condition[];
  readonly nots: readonly Schema[];
  /** What is written down in a text. */
  readonly content: Schema | undefined;
  readonly notes: ReturnType<typeof notesOf>;
}

export interface Union {
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly Schema[];
  readonly discriminator: Schema["discriminator"] | undefined;
}

export type Condition = Schema & { readonly if: Schema };

/** Which message a schema is read for: what is `readOnly` is in no request, what is `writeOnly` in no response. */
export type View = "request" | "response";

/** Makes the schemas of one contract flat, each once. */
export interface Flattener {
  readonly flat: (schema: Schema) => FlatSchema;
  /** One schema for several that hold together; the same ones give the same schema. */
  readonly both: (schemas: readonly Schema[]) => Schema;
  readonly resolve: Resolve;
  readonly view: View;
}
