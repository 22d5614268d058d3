import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Writes a file below a folder, and makes the folders that are missing. Nothing outside the folder is written: a link at the
 * place of the file is replaced, and a linked folder on the way is refused. The folder itself may be a link, because the user
 * names it.
 *
 * @param path of the file, relative to the folder
 * @throws {UsageError} when a folder on the way is a link
 */
export async function writeInside(
  folder: string,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const file = join(folder, path);
  await makeFolder(folder, dirname(path));
  // A hard link is the same file under another name, so an existing file is never written into.
  await rm(file, { force: true });
  // This flag follows no link and fails if the name has been taken since.
  await writeFile(file, content, { flag: "wx" });
}

async function makeFolder(root: string, path: string): Promise<void> {
  if (path === ".") {
    await mkdir(root, { recursive: true });
    return;
  }
  await makeFolder(root, dirname(path));
  const folder = join(root, path);
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isSymbolicLink())
    throw new UsageError(
      `${folder} is a link, and files are not written through links. Remove it.`,
    );
  if (!found) await mkdir(folder);
}
