import type { SchemeCredential } from "@contract-toolkit/contract";
import type { Problem } from "@contract-toolkit/skeleton";

/** A request in a list. */
export interface RequestSummary {
  /** From 1, in the sequence of the responses. */
  readonly number: number;
  /** RFC 3339, by this machine's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** 0 if the client left before the response. */
  readonly status: number;
  readonly durationMs: number;
  readonly operation?: string;
  readonly caller?: string;
  /** Why the handler did not answer. */
  readonly problem?: Problem["kind"];
}

/** A request and its response, redacted, with their violations. */
export interface RecordedRequest extends RequestSummary {
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
  /** A reply of the handler that the contract does not allow. */
  readonly refusedReply?: RecordedMessage;
  readonly violations: RecordedViolation[];
  /** TypeSpec file and line of the operation. */
  readonly position?: string;
}

/** As the page of `createRequestsPage` gets it. */
export interface ShownRequest extends RecordedRequest {
  /** What the operation needs. */
  readonly credentials?: readonly ShellCredential[];
}

/** A credential whose value is in a shell variable, by default of its own name. */
export type ShellCredential = Pick<SchemeCredential, "in" | "name" | "type"> & {
  readonly variable?: string;
};

/** A request or response. Parts that were not stored are undefined. */
export interface RecordedMessage {
  readonly status?: number;
  readonly path?: unknown;
  readonly query?: unknown;
  readonly headers: { name: string; value?: string }[];
  readonly body?: unknown;
}

/** A violation, with the position of the broken rule. */
export interface RecordedViolation {
  readonly field: string;
  readonly reason: string;
  /** JSON pointer from the message's root, for example `/body/content/pages`. */
  readonly pointer: string;
  /** `file:line` of the TypeSpec. */
  readonly position?: string;
  readonly excerpt?: SourceExcerpt;
}

/** Lines of a TypeSpec file. */
export interface SourceExcerpt {
  /** The number of the first line. */
  readonly from: number;
  readonly lines: string[];
  /** URL that opens the position in an editor. */
  readonly editor?: string;
}
