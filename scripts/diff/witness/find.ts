import type { SchemaPair } from "../operations/compare.ts";
import type { Flattener } from "../schemas/flatten.ts";
import type { SchemaChange } from "../schemas/schema-change.ts";

/** Finds messages that one contract allows and the other refuses. */
export interface Witnesses {
  /** A part of a message that the sender of a pair may send and its receiver refuses, because of a change. */
  readonly find: (
    pair: SchemaPair,
    change: SchemaChange,
  ) => { readonly value: unknown } | undefined;
}

export function createWitnesses(_old: Flattener, _now: Flattener): Witnesses {
  return { find: () => undefined };
}
