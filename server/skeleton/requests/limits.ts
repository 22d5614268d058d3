import type { Operation } from "@contract-toolkit/kernel";
import type { RouterOptions } from "../options.ts";
import type { BodyLimits } from "./body.ts";

/** Who sends or takes nothing for so long is gone, or means to keep the connection from others. */
export const defaultIdleTimeoutMs = 30_000;

/** No JSON of a person's making is longer. */
const defaultBodyLimitBytes = 102_400;

/** A photo of a telephone is about half of it. */
const defaultUploadLimitBytes = 10_485_760;

/** Each costs some work that its bytes do not show. */
const defaultMaxParts = 100;

/** The limits of bodies by operation, as the options of a router say. */
export function createLimits<Context, Request>({
  bodyLimitBytes = defaultBodyLimitBytes,
  uploads = {},
  idleTimeoutMs = defaultIdleTimeoutMs,
}: Pick<RouterOptions<Context, Request>, "bodyLimitBytes" | "idleTimeoutMs" | "uploads">): (
  operation: Operation,
) => BodyLimits {
  const {
    limitBytes = defaultUploadLimitBytes,
    fileLimitBytes,
    maxParts = defaultMaxParts,
  } = uploads;
  return (operation) => {
    const uploadBytes = typeof limitBytes === "function" ? limitBytes(operation) : limitBytes;
    return {
      wholeBytes: bodyLimitBytes,
      streamed: { limitBytes: uploadBytes, idleTimeoutMs },
      fileLimitBytes: fileLimitBytes ?? uploadBytes,
      fieldLimitBytes: bodyLimitBytes,
      maxParts,
    };
  };
}
