import type { SourcePosition } from "./operation.ts";

/** A documented exchange, to be replayed: its provider states, what is sent, what is answered. */
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
  /** It has no request, though its operation requires one: it documents the answer, and is not replayed. */
  readonly isAnswerOnly?: true;
  readonly response: SampleResponse;
  /** Request values that a replay makes afresh, as long as they may be. */
  readonly fresh: readonly {
    readonly pointer: string;
    readonly maxLength?: number;
  }[];
  /** JSON pointers of response values that the server makes, or could make as well: compared by type and format. */
  readonly generated: readonly string[];
}

/** A request by its parts. Header names are as documented. */
export interface SampleRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Where the operation documents any. */
  readonly cookies?: Readonly<Record<string, unknown>>;
  /** Of the body, where the operation takes several. */
  readonly contentType?: string;
  /** Which content type the answer is to have, where it may have several. */
  readonly accept?: string;
  readonly body?: unknown;
}

/** A response by its parts. */
export interface SampleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Of the body, where the status may have several. */
  readonly contentType?: string;
  readonly body?: unknown;
}
