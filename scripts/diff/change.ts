/** How much a change means: an error breaks somebody, a warning may, an info breaks nobody. */
export type Severity = "error" | "warning" | "info";

/** One difference between two contracts. */
export interface Change {
  /** What kind of change it is: the name of its rule. */
  readonly id: string;
  readonly severity: Severity;
  /** The operationId, or else method and path; empty for the contract as a whole. */
  readonly operation: string;
  /** Where in the operation's messages: `/request/body/items/[]/id`, `/response/200/headers/etag`; empty for the operation. */
  readonly pointer: string;
  readonly message: string;
  /** Where the TypeSpec of either side is, as `file:line:column`. */
  readonly source: ChangeSource;
  /** What one contract allows and the other refuses; undefined where no schema is the cause, or none was found. */
  readonly witness?: unknown;
}

/** Positions of a change in the TypeSpec of either side. */
export interface ChangeSource {
  readonly old?: string;
  readonly new?: string;
}
