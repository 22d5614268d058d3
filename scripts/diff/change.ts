/** The severity of a change: an error is breaking, a warning possibly breaking, an info compatible. */
export type Severity = "error" | "warning" | "info";

/** One difference between two contracts. */
export interface Change {
  /** The kind of change, as listed in `kinds.ts` and docs/diff.md. */
  readonly id: string;
  readonly severity: Severity;
  /** The operationId, or method and path if there is none; empty for the contract as a whole. */
  readonly operation: string;
  /** The place in the operation's messages: `/request/body/items/[]/id`, `/response/200/headers/etag`; empty for the operation. */
  readonly pointer: string;
  readonly message: string;
  /** The TypeSpec position of each side, as `file:line:column`. */
  readonly source: { readonly old?: string; readonly new?: string };
  /** A message that one contract allows and the other refuses; undefined if no schema is the cause, or none was found. */
  readonly counterexample?: unknown;
  /** The JSON pointer of the changed place in the counterexample. */
  readonly counterexamplePointer?: string;
  /** All places of the change, this one first; undefined if there is only one. */
  readonly places?: readonly Place[];
}

/** A place in the messages of an operation. */
export type Place = Pick<Change, "operation" | "pointer">;

/** All places of a change, its own first. */
export function changePlaces({ operation, pointer, places }: Change): readonly Place[] {
  return places ?? [{ operation, pointer }];
}

/** A difference without its place. */
export interface Found {
  readonly rule: string;
  readonly effect: Effect;
  readonly message: string;
  /** The keyword that changed. Its TypeSpec position is used if it is known. */
  readonly keyword?: string;
  /** Texts that only one side allows at the changed place, apart from other keywords. */
  readonly texts?: readonly string[];
  /** The value that a message shows at the changed place. */
  readonly shown?: unknown;
  /** Whether deciding the effect would take too much work, so the worst is assumed. */
  readonly isUndecided?: boolean;
  /** The severity if no message of one side breaks the other. Default: info. */
  readonly mild?: Readonly<Record<Direction, Severity>>;
}

/** Whether the new contract allows fewer, more, other or the same messages as the old one. */
export type Effect = (typeof effects)[number];

export const effects = ["narrower", "wider", "incomparable", "equal"] as const;

/** The receiver of a message: the service that the contract describes, or its user. */
export type Direction = "toService" | "toUser";

/** Whether a sender may send a message that the receiver refuses. */
export function isBreakingEffect(effect: Effect, direction: Direction): boolean {
  return effect === "incomparable" || effect === (direction === "toService" ? "narrower" : "wider");
}

/** The severity of a change for messages of one direction. */
export function severityOf({ effect, mild }: Found, direction: Direction): Severity {
  return isBreakingEffect(effect, direction) ? "error" : (mild?.[direction] ?? "info");
}
