import type { Schema } from "@contract-toolkit/contract";
import type { Effect, Found } from "../change.ts";
import type { Flattener } from "./flat-schema.ts";
import type { InclusionOf } from "./pattern-inclusion.ts";

/** One difference between two schemas. */
export interface SchemaChange extends Found {
  /** The path from the compared schemas to the changed place. */
  readonly steps: readonly Step[];
  readonly old: Side;
  readonly new: Side;
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
  kind: "alternative" | "branch",
  held: readonly Schema[],
  schema: Schema,
  position: string | undefined,
): Pick<SchemaChange, "steps" | "old" | "new"> {
  const nowhere = { schema: undefined, position: undefined };
  return {
    steps: [{ kind, old: undefined, new: undefined, [side]: held }],
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
  | { readonly kind: "additional" | "items" | "contains" | "propertyNames" | "content" }
  | { readonly kind: "item"; readonly index: number }
  | {
      /** An alternative of the outer schema, what it denies, or a branch of a union or a condition, which applies in addition to it. */
      readonly kind: "alternative" | "branch" | "not";
      /** The name of an alternative, if there is a choice. */
      readonly alternative?: string;
      readonly old: readonly Schema[] | undefined;
      readonly new: readonly Schema[] | undefined;
    };

/** Two compared schemas, their own changes, and the pairs of subschemas that they lead to. */
export interface PairNode {
  readonly index: number;
  readonly old: Schema;
  readonly new: Schema;
  isCompared: boolean;
  changes: readonly SchemaChange[];
  edges: readonly { readonly step: Step; readonly to: PairNode }[];
}

/** Compares schemas of two contracts, for one kind of messages. */
export interface SchemaComparison {
  readonly old: Flattener;
  readonly new: Flattener;
  readonly inclusionOf: InclusionOf;
  /** Whether so many alternatives may be compared at once, within a limit for the whole comparison. */
  readonly isFew: (alternatives: number) => boolean;
  /**
   * Whether there is a change from one schema to another, also if that takes too long to find out.
   *
   * @param options the meant effects, and the number of steps to subschemas; default: all
   */
  readonly hasChange: (
    old: Schema,
    now: Schema,
    options?: { readonly among?: readonly Effect[]; readonly levels?: number },
  ) => boolean;
  /** Compares pairs of schemas, and all pairs that they lead to. */
  readonly graphOf: (pairs: readonly Pick<SteppedPair, "old" | "new">[]) => PairGraph;
}

export interface PairGraph {
  /** The nodes of the pairs that were asked for. */
  readonly roots: readonly PairNode[];
  readonly nodes: readonly PairNode[];
}
