/** How much a change means: an error breaks somebody, a warning may, an info breaks nobody. */
export type Severity = "error" | "warning" | "info";

/** One difference between two contracts. */
export interface Change {
  /** What kind of change it is: its row in `kinds.ts`. */
  readonly id: string;
  readonly severity: Severity;
  /** The operationId, or else method and path; empty for the contract as a whole. */
  readonly operation: string;
  /** Where in the operation's messages: `/request/body/items/[]/id`, `/response/200/headers/etag`; empty for the operation. */
  readonly pointer: string;
  readonly message: string;
  /** Where the TypeSpec of either side is, as `file:line:column`. */
  readonly source: { readonly old?: string; readonly new?: string };
  /** What one contract allows and the other refuses; undefined where no schema is the cause, or none was found. */
  readonly witness?: unknown;
}

/** A difference as the comparison finds it, before it is known where it is. */
export interface Found {
  readonly rule: string;
  readonly effect: Effect;
  readonly message: string;
  /** The keyword that changed, which may have a position of its own. */
  readonly keyword?: string;
  /** How much it means where no message of one side breaks the other; info, where nothing is said. */
  readonly mild?: Readonly<Record<Direction, Severity>>;
}

/** Which messages the new contract allows, beside those that the old one does: fewer, more, others, or the same. */
export type Effect = "narrower" | "wider" | "incomparable" | "equal";

/** Whom a message goes to: the service that the contract is of, or its user. */
export type Direction = "toService" | "toUser";

/** Whether somebody may send what the other side refuses. */
export function breaks(effect: Effect, direction: Direction): boolean {
  return effect === "incomparable" || effect === (direction === "toService" ? "narrower" : "wider");
}

/** How much it means for a message that goes one way. */
export function severityOf({ effect, mild }: Found, direction: Direction): Severity {
  return breaks(effect, direction) ? "error" : (mild?.[direction] ?? "info");
}
