import type { Schema } from "@contract-toolkit/kernel";
import type { Found } from "../change.ts";
import type { Flattener } from "./flat-schema.ts";

/** One difference between two schemas. */
export interface SchemaChange extends Found {
  /** From the compared schemas to the place that changed. */
  readonly steps: readonly Step[];
  readonly old: Side;
  readonly new: Side;
  /** How many ways this one stands for, where it is more than itself. */
  readonly places?: number;
}

/** The place in one of the contracts; without a schema it is not there. */
export interface Side {
  readonly schema: Schema | undefined;
  readonly position: string | undefined;
}

/** Where a schema is that only one side has, and the schemas that hold there. */
export function onOneSide(
  side: "old" | "new",
  held: readonly Schema[],
  schema: Schema,
  position: string | undefined,
): Pick<SchemaChange, "steps" | "old" | "new"> {
  const nowhere = { schema: undefined, position: undefined };
  return {
    steps: [{ kind: "branch", old: undefined, new: undefined, [side]: held }],
    old: nowhere,
    new: nowhere,
    [side]: { schema, position },
  };
}

/** Two schemas that a step leads to. */
export interface SteppedPair {
  readonly step: Step;
  readonly old: Schema;
  readonly new: Schema;
}

/** The way from a schema into one that is inside of it. */
export type Step =
  | { readonly kind: "property" | "pattern" | "dependent"; readonly name: string }
  | { readonly kind: "additional" | "items" | "contains" | "propertyNames" | "not" | "content" }
  | { readonly kind: "item"; readonly index: number }
  | {
      /** Of a union, a condition: the schemas that hold on this way, beside those around them. */
      readonly kind: "branch";
      readonly old: readonly Schema[] | undefined;
      readonly new: readonly Schema[] | undefined;
    };

/** Compares the schemas of two contracts, of messages of one kind. Each pair is compared once. */
export interface SchemaComparison {
  readonly old: Flattener;
  readonly new: Flattener;
  /** What changed from one schema to the other. Pairs that are being compared already have no further changes. */
  readonly compare: (old: Schema, now: Schema) => readonly SchemaChange[];
}
