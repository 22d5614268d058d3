import type { Fault, Operation } from "@contract-toolkit/kernel";

/** A request by its parts, as it is validated. Parameters have their documented names and are already coerced. */
export interface RequestMessage {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  /** Where the operation documents any. */
  cookies?: Record<string, unknown>;
  /** Of the body, where the operation takes several: as it documents it. */
  contentType?: string | undefined;
  /** Of a stream, what comes of it is judged as it comes: bytes not at all, each part of a form and the whole at its end. */
  body?: unknown;
}

/** A response by its parts, as it is validated. */
export interface ResponseMessage {
  readonly headers: Readonly<Record<string, unknown>>;
  /** Of the body, where the status may have several: as it is documented. */
  readonly contentType?: string;
  /** Of a stream of events, a list of those that are judged. */
  readonly body: unknown;
}

/** What is wrong with a message, at once or later; nothing: it keeps the contract. */
export type Judgement = readonly Fault[] | Promise<readonly Fault[]>;

/** Judges messages by a contract. One that cannot judge throws or rejects: it never accepts for want of a judgement. */
export interface Engine {
  /** Fills in defaults and returns the faults. */
  request(operation: Operation, message: RequestMessage): Judgement;
  /** Faults of a response; a status that the operation does not have is one. */
  response(operation: Operation | undefined, status: number, message: ResponseMessage): Judgement;
}

/** The fault of an answer whose status nobody documented. */
export function undocumentedStatus(status: number): readonly Fault[] {
  return [{ pointer: "/status", reason: `${status} is not documented` }];
}
