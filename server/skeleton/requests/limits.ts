import type { Operation } from "@contract-toolkit/contract";
import type { RouterOptions } from "../options.ts";

/** Limits of an operation's bodies. */
export interface BodyLimits {
  /** Bytes of a body that is read as a whole, and of all fields of a form with several parts. */
  readonly wholeBytes: number;
  /** Bytes of a streamed body. */
  readonly streamedBytes: number;
  /** Bytes of each file in a form. */
  readonly fileBytes: number;
  /** Parts of a form. */
  readonly maxParts: number;
  /** Milliseconds in which a client must send something. */
  readonly idleTimeoutMs: number;
}

/** A client that sends or takes nothing for so long is gone, or blocks the connection on purpose. */
export const defaultIdleTimeoutMs = 30_000;
/** Real JSON bodies are shorter. */
const defaultBodyLimitBytes = 102_400;
/** Twice the size of a phone's photo. */
const defaultUploadLimitBytes = 10_485_760;
/** Each part costs more work than its bytes. */
const defaultMaxParts = 100;

export function operationBodyLimits<Context, Request>(
  operation: Operation,
  options: Pick<RouterOptions<Context, Request>, "bodyLimitBytes" | "idleTimeoutMs" | "uploads">,
): BodyLimits {
  const { bodyLimitBytes = defaultBodyLimitBytes, uploads = {} } = options;
  const { limitBytes = defaultUploadLimitBytes, maxParts = defaultMaxParts } = uploads;
  const streamedBytes = typeof limitBytes === "function" ? limitBytes(operation) : limitBytes;
  return {
    wholeBytes: bodyLimitBytes,
    streamedBytes,
    fileBytes: uploads.fileLimitBytes ?? streamedBytes,
    maxParts,
    idleTimeoutMs: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
  };
}
