import { readFile } from "node:fs/promises";
import { UsageError } from "../usage-error.ts";

/**
 * Reads the text of a file that the user names.
 *
 * @param name the file in errors; default: its path
 * @throws {UsageError} if it cannot be read; with line and column if it is not UTF-8
 * @example
 * await readDocumentText("openapi.yaml"); // "openapi: 3.1.0\n…"
 */
export async function readDocumentText(path: string, name = path): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`${name} cannot be read: ${systemReason(error)}.`);
  });
  const text = bytes.toString();
  // What is not UTF-8 becomes U+FFFD, which a document may also contain.
  const written = Buffer.from(text);
  if (bytes.equals(written)) return text;
  const broken = bytes.findIndex((byte, index) => byte !== written[index]);
  const lines = bytes.toString("utf8", 0, broken).split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  throw new UsageError(
    `${name}:${lines.length}:${column}: is not UTF-8 text; save the file as UTF-8.`,
  );
}

/** What the operating system says of a file, such as "no such file or directory". */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z\d]+: ([^,]+),.*$/s, "$1");
}
