import { readText } from "@contract-toolkit/contract";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Reads the text at an address.
 *
 * @throws {UsageError} when it cannot be fetched, with the reason
 * @example
 * await fetchText("https://example.com/openapi.yaml"); // "openapi: 3.1.0\n…"
 */
export async function fetchText(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new Error(`it is answered with ${response.status}`);
    const text = await readText(response, MOST_BYTES);
    if (text === undefined) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    return text;
  } catch (error) {
    throw new UsageError(`${url} cannot be fetched: ${reasonOf(error)}.`);
  }
}

const PATIENCE_MS = 30_000;

/** The largest public documents have 12 MB. */
const MOST_BYTES = 50_000_000;

/** `fetch` says only that it failed; its cause says why, and the cause of several addresses has only a code. */
function reasonOf(error: unknown): string {
  const { cause = error } = error instanceof Error ? error : {};
  if (!(cause instanceof Error)) return String(cause);
  return cause.message === "" && "code" in cause ? String(cause.code) : cause.message;
}
