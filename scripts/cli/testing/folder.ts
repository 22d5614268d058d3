import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Files = Readonly<Record<string, unknown>>;

/**
 * A temporary folder with files. What is neither text nor bytes becomes JSON.
 *
 * @example
 * await using folder = await folderWith({ "openapi.json": document });
 */
export async function folderWith(files: Files = {}) {
  const folder = await mkdtempDisposable(join(tmpdir(), "contract-"));
  const of = (name: string) => join(folder.path, name);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(of(name)), { recursive: true });
    const isWhole = typeof content === "string" || content instanceof Uint8Array;
    await writeFile(of(name), isWhole ? content : JSON.stringify(content));
  }
  return Object.assign(folder, { of });
}
