import { NoAnswerError, send } from "@contract-toolkit/conformance";
import { UsageError } from "../../usage-error.ts";

/**
 * Waits for one answer, whatever it is, before a hundred cases fail for the same reason.
 *
 * @throws {UsageError} when there is none.
 */
export async function requireReachable(url: URL): Promise<void> {
  await send({ url, method: "HEAD", headers: {} }, PATIENCE_MS).catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      error instanceof NoAnswerError
        ? `Nothing answers at ${url.href} within ${PATIENCE_MS / 1000} s.`
        : `Nothing answers at ${url.href}: ${cause}.`,
    );
  });
}

/** A server that is still starting may take a while for its first answer. */
const PATIENCE_MS = 30_000;
