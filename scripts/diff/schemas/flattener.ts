import { type Schema } from "@contract-toolkit/kernel";
import type { Resolve } from "@contract-toolkit/kernel/schema-algebra";
import { type FlatSchema } from "./flat-schema.ts";

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
