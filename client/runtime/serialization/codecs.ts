import type { BodyContent } from "@contract-toolkit/contract";
import type { FailedCall } from "../errors.ts";

export type SentBody =
  | string
  | Uint8Array<ArrayBuffer>
  | Blob
  | FormData
  | ReadableStream<Uint8Array>;

export interface BodyReading {
  readonly content: Partial<BodyContent>;
  /** The whole body, unless it is a stream. */
  readonly text: string | undefined;
  /** Throws if the contract does not allow the body: bytes, an empty list of events, or a list of one event. */
  readonly validate: (body: unknown) => void;
  readonly call: FailedCall;
  /** Ends the stream. */
  readonly signal: AbortSignal | undefined;
}
