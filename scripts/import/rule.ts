export type Node = Record<string, unknown>;

/** Changes one schema and says how; nothing where it is as it should be. */
export type Rule = (schema: Node, document: Node, name: string) => string | undefined;
