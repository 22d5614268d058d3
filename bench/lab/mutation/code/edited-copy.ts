import { cp, mkdir, mkdtemp, readdir } from "node:fs/promises";
import { realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { editedFiles, repository, type Edit } from "./edits.ts";

/** A copy of one folder of the repository. Links to everything else are beside it. */
export interface EditedCopy extends AsyncDisposable {
  readonly root: string;
  /** The folder that was copied. */
  readonly folder: string;
  /** Imports a module by its path in the repository. */
  load(path: string): Promise<unknown>;
}

/**
 * Copies a folder of the repository and makes the edits in the copy. Other folders are linked, so all copies share their
 * loaded modules.
 *
 * @param folders the first one that holds every edited file is copied
 * @throws {Error} when the text of an edit is not in the folders exactly once, or a file is no TypeScript any more
 * @throws {RangeError} when no folder holds all edited files
 */
export async function editedCopy(
  folders: readonly string[],
  edits: readonly Edit[],
): Promise<EditedCopy> {
  const files = await editedFiles(edits, folders);
  // An edit outside the copy would go through a link and change the repository.
  const folder = folders.find((folder) =>
    [...files.keys()].every((file) => file.startsWith(`${folder}/`)),
  );
  if (folder === undefined)
    throw new RangeError(`No folder of ${folders.join(", ")} holds all edited files.`);
  const root = await mkdtemp(join(tmpdir(), "mutant-"));
  await copyAmongLinks(folder, root);
  for (const [file, text] of files) await writeFile(join(root, file), text);
  return {
    root,
    folder,
    load: (path) => import(/* @vite-ignore */ pathToFileURL(join(root, path)).href),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function copyAmongLinks(folder: string, root: string): Promise<void> {
  let above = "";
  for (const part of folder.split("/")) {
    await mkdir(join(root, above), { recursive: true });
    for (const name of await readdir(join(repository, above)))
      if (name !== part && !name.startsWith(".") && name !== "node_modules")
        await symlink(join(repository, above, name), join(root, above, name));
    above = join(above, part);
  }
  await cp(join(repository, folder), join(root, folder), { recursive: true });
  await linkModules(folder, root);
}

/** Links the installed packages. Packages of this repository are linked to their copies. */
async function linkModules(folder: string, root: string): Promise<void> {
  const modules = join(root, "node_modules");
  const own = "@contract-toolkit";
  await mkdir(join(modules, own), { recursive: true });
  for (const name of await readdir(join(repository, "node_modules")))
    if (name !== own) await symlink(join(repository, "node_modules", name), join(modules, name));
  for (const name of await readdir(join(repository, "node_modules", own))) {
    const path = relative(repository, await realpath(join(repository, "node_modules", own, name)));
    const isCopied = `${path}/`.startsWith(`${folder}/`);
    await symlink(join(isCopied ? root : repository, path), join(modules, own, name));
  }
}
