import { type Schema } from "@contract-toolkit/kernel";
import { type Flattener } from "./flattener.ts";
import { type SchemaChange } from "./schema-change.ts";

/** Compares the schemas of two contracts, of messages of one kind. Each pair is compared once. */
export interface SchemaComparison {
  readonly old: Flattener;
  readonly new: Flattener;
  /** What changed from one schema to the other. Pairs that are being compared already have no further changes. */
  readonly compare: (old: Schema, now: Schema) => readonly SchemaChange[];
}
