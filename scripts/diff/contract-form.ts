import type { Schema } from "@contract-toolkit/kernel";

/** A contract in the form in which two are compared: operations by method and path, every message as schemas. */
export interface ContractForm {
  readonly title: string;
  readonly version: string;
  /** By what an operation is for whoever calls it: method and path, its parameters without their names. */
  readonly operations: ReadonlyMap<string, OperationForm>;
  readonly resolve: (ref: string) => Schema | undefined;
}

/** One operation, or one callback. */
export interface OperationForm {
  /** The operationId, or else method and path. */
  readonly name: string;
  readonly operationId: string | undefined;
  /** Who sends the request. The service calls what is a callback or a webhook; the user is its receiver. */
  readonly caller: "user" | "service";
  readonly request: MessageForm;
  /** How lists and objects are written into each parameter, by place and name: `query ids` is `form, exploded`. */
  readonly styles: ReadonlyMap<string, string>;
  /** By status, range (`4XX`) or `default`. */
  readonly responses: ReadonlyMap<string, MessageForm>;
  /** Ways to prove who calls; one without a scheme asks for nothing. There is at least one. */
  readonly security: readonly SecurityWay[];
  readonly servers: readonly string[];
  readonly lifecycle: Lifecycle;
  readonly position: string | undefined;
}

/** A request, or an answer. */
export interface MessageForm {
  /** Parameters by where they stand, such as `query`, each part as the schema of an object. */
  readonly parts: ReadonlyMap<string, Schema>;
  readonly body: BodyForm;
}

/** The body of a message. */
export interface BodyForm {
  readonly isRequired: boolean;
  readonly content: ReadonlyMap<string, Schema>;
}

/** Schemes that prove together who calls: what each is on the wire, whatever its name, with the scopes that it needs. */
export type SecurityWay = ReadonlyMap<string, SecurityNeed>;

/** What one scheme of a way needs. */
export interface SecurityNeed {
  readonly name: string;
  readonly scopes: readonly string[];
  /** URLs of OAuth2, by what they are. */
  readonly flows: ReadonlyMap<string, string>;
}

/** How long something is there, and how much it can be relied on. */
export interface Lifecycle {
  readonly isDeprecated: boolean;
  /** `x-sunset` as it stands. */
  readonly sunset: string | undefined;
  /** `x-stability-level` as it stands. */
  readonly stability: string | undefined;
}
