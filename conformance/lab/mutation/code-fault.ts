import { cp, mkdir, mkdtemp, readdir, readFile } from "node:fs/promises";
import { realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import type { Mutant } from "./mutant.ts";

/** A fault in the code of an implementation: some of its text is another. */
export interface CodeFault extends Mutant {
  readonly edits: readonly Edit[];
  /** The operations that can notice it; any of them, where none are named. */
  readonly operations?: readonly string[];
}

/** A text of a file that is replaced by another. It has to be there exactly once, so that a fault never gets lost. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
}

/** A copy of a folder of the repository, at its place in a folder that has everything else as well. */
export interface EditedCopy extends AsyncDisposable {
  readonly root: string;
}

const repository = resolve(import.meta.dirname, "../../..");

/**
 * Copies a folder of the repository with the edits made. What lies beside it is linked to, so that it is loaded once
 * for all copies.
 *
 * @param folder holds every file that is edited, for example `client`
 * @throws {Error} when a text that is to be replaced is not in its file exactly once
 * @throws {RangeError} when a file that is edited is not in the folder
 */
export async function editedCopy(folder: string, edits: readonly Edit[]): Promise<EditedCopy> {
  requireInside(folder, edits);
  const root = await mkdtemp(join(tmpdir(), "mutant-"));
  await copyAmongLinks(folder, root);
  for (const edit of edits) await make(edit, root);
  return {
    root,
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

/** Installed packages are linked to; those of this repository that were copied are the copies. */
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

/** Faults that cannot be made any more, because their code was changed, and why. */
export async function lost(faults: readonly CodeFault[]): Promise<string[]> {
  const reasons = await Promise.all(
    faults
      .flatMap(({ edits }) => edits)
      .map((edit) =>
        textWith(edit, repository).then(
          () => [],
          (error: unknown) => [String(error)],
        ),
      ),
  );
  return reasons.flat();
}

/** Beside the copy there are links: through one, an edit would reach the repository itself. */
function requireInside(folder: string, edits: readonly Edit[]): void {
  const outside = edits.find(({ file }) => !file.startsWith(`${folder}/`));
  if (outside) throw new RangeError(`${outside.file} is not in ${folder}, which is copied.`);
}

async function make(edit: Edit, root: string): Promise<void> {
  await writeFile(join(root, edit.file), await textWith(edit, root));
}

async function textWith({ file, text, becomes }: Edit, root: string): Promise<string> {
  const parts = (await readFile(join(root, file), "utf8")).split(text);
  if (parts.length !== 2)
    throw new Error(`${file} has ${parts.length - 1} times instead of once: ${text}`);
  return parts.join(becomes);
}
