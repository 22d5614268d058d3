import { UsageError } from "../usage-error.ts";

/**
 * Waits for one answer, whatever it is, before a hundred cases fail for the same reason.
 *
 * @throws {UsageError} when there is none.
 */
export async function demandReachable(url: URL): Promise<void> {
  await fetch(url, { method: "HEAD", redirect: "manual" }).catch(
    (error: unknown) => {
      const cause =
        error instanceof Error && error.cause instanceof Error
          ? `: ${error.cause.message}`
          : "";
      throw new UsageError(`Nothing answers at ${url.href}${cause}.`);
    },
  );
}
