import { type Schema } from "@contract-toolkit/kernel";
import { type Resolve, type View } from "./conjuncts.ts";
import { type FlatSchema } from "./flat-schema.ts";

/** Makes the schemas of one contract flat, each once. */
export interface Flattener {
  readonly flat: (schema: Schema) => FlatSchema;
  /** One schema for several that hold together; the same ones give the same schema. */
  readonly both: (schemas: readonly Schema[]) => Schema;
  readonly resolve: Resolve;
  readonly view: View;
}
