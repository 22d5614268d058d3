import type { Schema } from "@contract-toolkit/kernel";
import type { Found } from "../change.ts";
import type { Flattener } from "./flat-schema.ts";
import type { InclusionOf } from "./pattern-inclusion.ts";

/** One difference between two schemas. */
export interface SchemaChange extends Found {
  /** The path from the compared schemas to the changed place. */
  readonly steps: readonly Step[];
  readonly old: Side;
  readonly new: Side;
  /** The number of places that this change stands for. Default: 1. */
  readonly places?: number;
}

/** The place in one of the contracts. Without a schema, that contract does not have it. */
export interface Side {
  readonly schema: Schema | undefined;
  readonly position: string | undefined;
}

/**
 * The place of a schema that only one side has.
 *
 * @param held the schemas that apply there
 */
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

/** The subschemas of both sides that a step leads to. */
export interface SteppedPair {
  readonly step: Step;
  readonly old: Schema;
  readonly new: Schema;
}

/** A step from a schema to a subschema. */
export type Step =
  | { readonly kind: "property" | "pattern" | "dependent"; readonly name: string }
  | { readonly kind: "additional" | "items" | "contains" | "propertyNames" | "not" | "content" }
  | { readonly kind: "item"; readonly index: number }
  | {
      /** A branch of a union or a condition: the schemas that apply on each side in addition to the outer schema. */
      readonly kind: "branch";
      readonly old: readonly Schema[] | undefined;
      readonly new: readonly Schema[] | undefined;
    };

/** Compares schemas of two contracts, for one kind of messages. */
export interface SchemaComparison {
  readonly old: Flattener;
  readonly new: Flattener;
  readonly inclusionOf: InclusionOf;
  /** The changes from one schema to the other; none for a pair that is already being compared. */
  readonly compare: (old: Schema, now: Schema) => readonly SchemaChange[];
}
