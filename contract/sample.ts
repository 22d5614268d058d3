import type { SourcePosition } from "./operation.ts";

/** A documented request and response, for replay. */
export interface Sample {
  readonly operation: string;
  readonly name: string;
  readonly why: string;
  readonly source: SourcePosition;
  readonly providerStates: readonly {
    readonly name: string;
    readonly values: Readonly<Record<string, unknown>>;
  }[];
  readonly request: SampleRequest;
  /** The sample documents only the response and is not replayed: it lacks the request that its operation requires. */
  readonly isResponseOnly?: true;
  readonly response: SampleResponse;
  /** Request values that each replay replaces by new ones, with their maximum length. */
  readonly fresh: readonly {
    readonly pointer: string;
    readonly maxLength?: number;
  }[];
  /** JSON pointers of response values that the server may choose. Only their type and format are compared. */
  readonly generated: readonly string[];
}

/** A request in parts. Header names are as documented. */
export interface SampleRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** If the operation documents any. */
  readonly cookies?: Readonly<Record<string, unknown>>;
  /** Of the body, if there are several. */
  readonly contentType?: string;
  /** The requested content type of the response, if there are several. */
  readonly accept?: string;
  readonly body?: unknown;
}

/** A response in parts. */
export interface SampleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Of the body, if there are several. */
  readonly contentType?: string;
  readonly body?: unknown;
}
