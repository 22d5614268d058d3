import type { Schema } from "@contract-toolkit/kernel";
import type { Severity } from "../change.ts";

/** One difference between two schemas. */
export interface SchemaChange extends Found {
  /** From the compared schemas to the place that changed. */
  readonly steps: readonly Step[];
  readonly old: Side;
  readonly new: Side;
  /** How many ways this one stands for, where it is more than itself. */
  readonly places?: number;
}

/** What a rule finds at a place. */
export interface Found {
  readonly rule: string;
  readonly effect: Effect;
  readonly message: string;
  /** The keyword that changed, which may have a position of its own. */
  readonly keyword?: string;
  /** How much it means where no message of one side breaks the other; info, where nothing is said. */
  readonly mild?: Partial<Record<Direction, Severity>>;
}

/** Which values the new schema allows, beside those that the old one does: fewer, more, others, or the same. */
export type Effect = "narrower" | "wider" | "incomparable" | "equal";

/** Whom a message goes to: the service that the contract is of, or its user. */
export type Direction = "toService" | "toUser";

/** The place in one of the contracts; without a schema it is not there. */
export interface Side {
  readonly schema: Schema | undefined;
  readonly position: string | undefined;
}

/** The way from a schema into one that is inside of it. */
export type Step =
  | { readonly kind: "property" | "pattern"; readonly name: string }
  | { readonly kind: "additional" | "items" | "contains" | "propertyNames" | "not" | "content" }
  | { readonly kind: "item"; readonly index: number }
  | { readonly kind: "dependent"; readonly name: string }
  | {
      /** Of a union, a condition: the schemas that hold on this way, beside those around them. */
      readonly kind: "branch";
      readonly old: readonly Schema[] | undefined;
      readonly new: readonly Schema[] | undefined;
    };
