import type { FailedCall } from "../errors.ts";

export type SentBody =
  | string
  | Uint8Array<ArrayBuffer>
  | Blob
  | FormData
  | ReadableStream<Uint8Array>;

export interface StreamReading {
  readonly isEvents: boolean;
  /** Throws for what is outside the contract: bytes, a list without events, or one with the event that has come. */
  readonly judge: (body: unknown) => void;
  readonly call: FailedCall;
  /** Ends what is still coming. */
  readonly signal: AbortSignal | undefined;
}
