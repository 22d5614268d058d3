import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createReference } from "@contract-toolkit/server/reference";

/**
 * Writes a reference as static files.
 *
 * @param server where requests are sent; without it they cannot be
 * @returns how many files
 */
export async function exportReference(
  folders: readonly string[],
  server: string | undefined,
  out: string,
): Promise<number> {
  const reference = await createReference(folders, { server: () => server });
  await mkdir(out, { recursive: true });
  for (const [name, { text }] of reference) await writeFile(join(out, name), text);
  return reference.size;
}
