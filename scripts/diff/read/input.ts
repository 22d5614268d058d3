import { basename } from "node:path";
import { CannotCompareError } from "../cannot-compare-error.ts";
import type { ContractForm } from "../contract-form.ts";
import { commitOf, filesOfRevision, filesOnDisk, mergeBase, type Files } from "./files.ts";
import { isGenerated, readGeneratedContract } from "./generated.ts";
import { readOpenApi } from "./openapi.ts";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";

/** One side of a comparison. */
export interface Input {
  /** Its name on the command line and in reports. */
  readonly name: string;
  /** Contracts by the name of their file or of their folder. */
  readonly contracts: ReadonlyMap<string, ContractForm>;
}

export interface InputOptions {
  /** The folder that paths start from. */
  readonly folder: string;
  /** The project's folder of generated files, which is read from a revision. */
  readonly out: string;
  /** Whether the operations of OpenAPI documents are callbacks, which the service sends. */
  readonly isOfCallbacks: boolean;
}

/**
 * Reads a side of the command line: an OpenAPI file, a generated folder, a revision, or a file or folder of a revision
 * (`main:openapi.yaml`).
 *
 * @throws {CannotCompareError} when it does not exist or has no contract
 */
export async function readInput(name: string, options: InputOptions): Promise<Input> {
  const { folder } = options;
  const onDisk = filesOnDisk(folder);
  if (await onDisk.kindOf(name)) return readPath(name, onDisk, name, options);
  const [, revision = name, path] = /^(.+?):(.+)$/.exec(name) ?? [];
  const commit = await commitOf(revision, folder);
  if (commit === undefined)
    throw new CannotCompareError(`${name} is not a file, a folder or a git revision.`);
  return readPath(path ?? options.out, filesOfRevision(commit, options.folder), name, options);
}

/** Reads the project's contracts at the commit where the current branch left the main one. */
export async function readMergeBase(options: InputOptions): Promise<Input> {
  const commit = await mergeBase(options.folder);
  if (commit === undefined)
    throw new CannotCompareError(
      "There is no git repository with a main branch to compare with. Name the old contract: contract diff OLD.",
    );
  return readPath(
    options.out,
    filesOfRevision(commit, options.folder),
    `merge base ${commit.slice(0, 12)}`,
    options,
  );
}

/** Reads the project's contracts on disk, which may be out of date. */
export function readOnDisk(options: InputOptions): Promise<Input> {
  return readPath(options.out, filesOnDisk(options.folder), "working tree", options);
}

async function readPath(
  path: string,
  files: Files,
  name: string,
  options: InputOptions,
): Promise<Input> {
  const kind = await files.kindOf(path);
  if (kind === undefined)
    throw new CannotCompareError(
      name.includes(":") ? `${name} does not exist.` : `${path} does not exist in ${name}.`,
    );
  if (kind === "file") {
    const text = (await files.read(path)) ?? "";
    const contract = withPath(path, () =>
      readOpenApi(parseDocument(text, path), { ...options, file: path }),
    );
    const resolve = (ref: string) => withPath(path, () => contract.resolve(ref));
    return { name, contracts: new Map([[basename(path), { ...contract, resolve }]]) };
  }
  const folders = (await isGenerated(files, path)) ? [path] : await generatedIn(files, path);
  if (folders.length === 0)
    throw new CannotCompareError(
      `${path}${path === name ? "" : ` of ${name}`} has no generated contract. Run contract generate, or name an OpenAPI document.`,
    );
  const read = await Promise.all(
    folders.map(
      async (folder) => [basename(folder), await readGeneratedContract(files, folder)] as const,
    ),
  );
  return { name, contracts: new Map(read) };
}

async function generatedIn(files: Files, path: string): Promise<string[]> {
  const folders = await files.foldersIn(path);
  const are = await Promise.all(folders.map((folder) => isGenerated(files, folder)));
  return folders.filter((_, index) => are[index]);
}

function withPath<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof CannotCompareError)
      throw new CannotCompareError(`${path}: ${error.message}`);
    throw error;
  }
}
