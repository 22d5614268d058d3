import type { Problem } from "../problem.ts";

/** What a list shows of a request. */
export interface RequestSummary {
  /** From 1, in the order in which requests were answered. */
  readonly number: number;
  /** RFC 3339, by the machine's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** 0: the client went away before there was an answer. */
  readonly status: number;
  readonly durationMs: number;
  readonly operation?: string;
  readonly caller?: string;
  /** What kept the request from its answer. */
  readonly problem?: Problem["kind"];
}

/** A request with its answer, redacted, and what the contract has against either. */
export interface RecordedRequest extends RequestSummary {
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
  /** What a handler replied where the contract does not allow it. */
  readonly refusedReply?: RecordedMessage;
  readonly faults: RecordedFault[];
  /** TypeSpec file and line of the operation. */
  readonly position?: string;
}

/** A part of an exchange. What has no value was not kept. */
export interface RecordedMessage {
  readonly status?: number;
  readonly path?: unknown;
  readonly query?: unknown;
  readonly headers: { name: string; value?: string }[];
  readonly body?: unknown;
}

/** One fault, and where the specification has what it breaks. */
export interface RecordedFault {
  readonly field: string;
  readonly reason: string;
  /** JSON pointer from the message's root, for example `/body/content/pages`. */
  readonly pointer: string;
  /** `file:line` of the TypeSpec. */
  readonly position?: string;
}
