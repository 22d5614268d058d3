import { UsageError } from "../usage-error.ts";

/**
 * Waits for one answer, whatever it is, before a hundred cases fail for the same reason.
 *
 * @throws {UsageError} when there is none.
 */
export async function requireReachable(url: URL): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await fetch(url, { method: "HEAD", redirect: "manual", signal }).catch((error: unknown) => {
    if (signal.aborted)
      throw new UsageError(`Nothing answers at ${url.href} within ${PATIENCE_MS / 1000} s.`);
    const cause =
      error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    throw new UsageError(`Nothing answers at ${url.href}${cause}.`);
  });
}

/** A server that is still starting may take a while for its first answer. */
const PATIENCE_MS = 30_000;
