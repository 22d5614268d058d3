import type { Violation, Operation } from "@contract-toolkit/contract";

/** A request in parts, as it is validated. Parameters have their documented names and are coerced. */
export interface RequestMessage {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  /** If the operation documents any. */
  cookies?: Record<string, unknown>;
  /** The documented type of the body, if there are several. */
  contentType?: string | undefined;
  /** Streams are judged as they arrive: bytes not at all, parts of a form one by one and together at the end. */
  body?: unknown;
}

/** A response in parts, as it is validated. */
export interface ResponseMessage {
  readonly headers: Readonly<Record<string, unknown>>;
  /** The documented type of the body, if there are several. */
  readonly contentType?: string;
  /** For a stream of events, a list of the events to judge. */
  readonly body: unknown;
}

/** The violations of a message, now or later. A message without violations is valid. */
export type Judgement = readonly Violation[] | Promise<readonly Violation[]>;

/** Judges messages by a contract. It throws or rejects if it cannot judge, and then the message is not accepted. */
export interface Engine {
  /** Fills in defaults and returns the violations. */
  request(operation: Operation, message: RequestMessage): Judgement;
  /** Returns the violations. An undocumented status is one. */
  response(operation: Operation | undefined, status: number, message: ResponseMessage): Judgement;
}

/** The violation of an undocumented status. */
export function undocumentedStatus(status: number): readonly Violation[] {
  return [{ pointer: "/status", reason: `${status} is not documented` }];
}
