import { contractsIn } from "@contract-toolkit/conformance/internal";
import { printToStderr } from "./terminal/print.ts";
import { generateTemporary, isDocument } from "./replay/document/suite.ts";

/** Generated contracts, of which some may be in temporary folders. */
export interface OpenedContracts extends AsyncDisposable {
  readonly folders: readonly string[];
  /** What could not be read of documents, and is left out. */
  readonly unreadable: readonly string[];
}

/**
 * Finds the generated contracts that a command names, and generates those of OpenAPI documents and TypeSpec files.
 *
 * @param sources folders of generated contracts or with several of them, documents (files or addresses) and TypeSpec files
 * @throws {UsageError} when one of them has no contract
 */
export async function openContracts(sources: readonly string[]): Promise<OpenedContracts> {
  await using opened = new AsyncDisposableStack();
  const folders: string[] = [];
  const unreadable: string[] = [];
  for (const source of sources)
    if (isDocument(source)) {
      const contract = opened.use(await generateTemporary(source, false));
      folders.push(contract.folder);
      unreadable.push(...contract.unreadable);
    } else folders.push(...(await contractsIn(source)));
  const held = opened.move();
  return { folders, unreadable, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Reports what is left out of contracts. */
export function printLeftOut({ unreadable }: OpenedContracts): void {
  printToStderr(unreadable.map((reason) => `Left out: ${reason}`));
}
