/** Something of an OpenAPI document that was changed, because what it is converted to would not compile. */
export interface Mend {
  /** JSON pointer of the place. */
  readonly pointer: string;
  readonly what: string;
}

export type Node = Record<string, unknown>;

/** Changes one part, to which keys lead, and says how; nothing where it is as it should be. */
export type Rule = (part: Node, document: Node, keys: readonly string[]) => string | undefined;
