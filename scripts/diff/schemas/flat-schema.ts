import type { Schema } from "@contract-toolkit/contract";
import type { Limit, Resolve, TypeName } from "@contract-toolkit/contract/schema-algebra";
import type { readNotes } from "./notes.ts";

/**
 * A schema merged with everything that applies together with it (`$ref`, `allOf`), one level deep. Equivalent schemas have
 * the same flat schema. Subschemas stay schemas, and are flattened when they are used.
 */
export interface FlatSchema {
  readonly types: ReadonlySet<TypeName>;
  /** `enum` and `const`; undefined if every value is allowed. */
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
  /** The schema of undocumented fields; undefined if they are unrestricted. */
  readonly additional: Schema | undefined;
  /** Whether fields that neither the object nor its branches document are refused (`unevaluatedProperties`). */
  readonly isClosed: boolean;
  readonly propertyNames: Schema | undefined;
  readonly dependentRequired: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dependentSchemas: ReadonlyMap<string, Schema>;
  /** For each comparison rule: fields by the field that they are compared with. */
  readonly comparisons: ReadonlyMap<string, ReadonlyMap<string, string>>;

  readonly prefixItems: readonly Schema[];
  readonly items: Schema | undefined;
  /** Schemas that some items must fit. */
  readonly contains: readonly Schema[];

  readonly unions: readonly Union[];
  readonly conditions: readonly Condition[];
  readonly nots: readonly Schema[];
  /** The schema of the content of a text (`contentSchema`). */
  readonly content: Schema | undefined;
  readonly notes: ReturnType<typeof readNotes>;
}

export interface Union {
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly Schema[];
  readonly discriminator: Schema["discriminator"] | undefined;
}

export type Condition = Schema & { readonly if: Schema };

/** The kind of message that a schema is read for. Requests have no `readOnly` fields, responses no `writeOnly` ones. */
export type View = "request" | "response";

/** Flattens the schemas of one contract, each once. */
export interface Flattener {
  readonly flat: (schema: Schema) => FlatSchema;
  /** Joins schemas that apply together. The same schemas always give the same result. */
  readonly both: (schemas: readonly Schema[]) => Schema;
  readonly resolve: Resolve;
  readonly view: View;
}
