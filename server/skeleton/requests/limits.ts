import type { Operation } from "@contract-toolkit/kernel";
import type { RouterOptions } from "../options.ts";

/** What the bodies of an operation are held to, in bytes and milliseconds. */
export interface BodyLimits {
  /** Of what is read as a whole, and of all fields of a form of several parts. */
  readonly wholeBytes: number;
  /** Of what is read while it comes. */
  readonly streamedBytes: number;
  /** Of each file in a form. */
  readonly fileBytes: number;
  /** Of a form. */
  readonly maxParts: number;
  /** Without a byte, while one is waited for. */
  readonly idleTimeoutMs: number;
}

/** Who sends or takes nothing for so long is gone, or means to keep the connection from others. */
export const defaultIdleTimeoutMs = 30_000;
/** No JSON of a person's making is longer. */
const defaultBodyLimitBytes = 102_400;
/** A photo of a telephone is about half of it. */
const defaultUploadLimitBytes = 10_485_760;
/** Each costs some work that its bytes do not show. */
const defaultMaxParts = 100;

export function limitsOf<Context, Request>(
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
