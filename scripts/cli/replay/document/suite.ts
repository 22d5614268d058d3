/** The suite of an OpenAPI document or a TypeSpec entry, without files that the user sees. */
import { statSync } from "node:fs";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSuite, type Suite } from "@contract-toolkit/conformance";
import { pointerNames } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { readSpecification, suiteFiles, type Specification } from "@contract-toolkit/generate";
import { fittingSamples } from "@contract-toolkit/generate/samples/violations";
import { serverSchemas } from "@contract-toolkit/generate/validation/compiled-schemas";
import { messagesOf } from "@contract-toolkit/generate/validation/service-schemas";
import { fetchText } from "@contract-toolkit/import/fetch-text";
import { positionsIn } from "@contract-toolkit/import/positions";
import { readImportedDocument } from "@contract-toolkit/import/read-document";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { placeInDocument, type PlacedDocument } from "../../documents/places.ts";
import { readablePart } from "../../documents/readable-part.ts";

/** A suite, with what is known of its contract besides. */
export interface LoadedSuite {
  readonly suite: Suite;
  /** The document, for its examples; empty for TypeSpec. */
  readonly document: Node;
  /** Operations that cannot be judged, with the reasons. */
  readonly unreadable: readonly string[];
}

/** Whether a contract is named by its document or its TypeSpec, and not by the folder of a generated one. */
export function isDocument(source: string): boolean {
  return isAddress(source) || (statSync(source, { throwIfNoEntry: false })?.isFile() ?? false);
}

function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source);
}

/** A contract that was generated from a document or a TypeSpec entry, in a folder that is removed at the end. */
export interface TemporaryContract extends AsyncDisposable, Omit<LoadedSuite, "suite"> {
  readonly folder: string;
}

/**
 * Loads the suite of a document (a file or an address) or of a TypeSpec entry. What the toolkit cannot read is left out and
 * listed, so that everything else is played.
 *
 * @param isClosed responses may have no undocumented fields
 * @throws {UsageError} if nothing of it can be read
 */
export async function loadSuiteOf(source: string, isClosed: boolean): Promise<LoadedSuite> {
  await using contract = await generateTemporary(source, isClosed);
  const { folder, document, unreadable } = contract;
  const suite = await loadSuite(folder);
  if (!isTypeSpec(source)) useDefaultForAll(suite);
  return { suite, document, unreadable };
}

/**
 * Generates the contract of a document (a file or an address) or of a TypeSpec entry.
 *
 * @param isClosed responses may have no undocumented fields
 * @throws {UsageError} if nothing of it can be read
 */
export async function generateTemporary(
  source: string,
  isClosed: boolean,
): Promise<TemporaryContract> {
  if (isTypeSpec(source)) {
    const generated = await generateInto(source, await readSpecification(source), isClosed);
    return { ...generated, document: {}, unreadable: [] };
  }
  const text = await loadSourceText(source);
  const document = await readImportedDocument(source, text, true);
  const placeOf = positionsIn(text);
  const positionOf = (path: readonly string[]) => source + (placeOf(path) || ":1:1");
  const unreadable: string[] = [];
  const { specification, converted } = await readablePart(document, source, (place, reason) => {
    const { method, path } = place;
    unreadable.push(`${positionOf(["paths", path, method])} ${method} ${path}: ${reason}`);
  });
  for (const { pointer, what, isLoss } of converted.fixes)
    if (isLoss === true)
      unreadable.push(`${positionOf(pointerNames(pointer))} ${pointer}: ${what}`);
  return {
    ...(await generateInto(source, specification, isClosed, { document, positionOf })),
    document,
    unreadable,
  };
}

export function isTypeSpec(source: string): boolean {
  return source.endsWith(".tsp");
}

function loadSourceText(source: string): Promise<string> {
  return isAddress(source) ? fetchText(source) : readDocumentText(source);
}

async function generateInto(
  file: string,
  { spec, services }: Specification,
  isClosed: boolean,
  placed?: PlacedDocument,
) {
  const service = services.at(-1);
  if (!service) throw new UsageError(`${file} has no @service.`);
  const messages = messagesOf(service);
  const operations = service.operations.map(({ operation }) => operation);
  const files = await suiteFiles(service, fittingSamples(spec, service), {
    messages: placed ? placeInDocument(messages, operations, placed) : messages,
    server: serverSchemas(messages, isClosed ? "closed" : "bare"),
  });
  const temporary = await mkdtempDisposable(join(tmpdir(), "contract-"));
  const folder = join(temporary.path, service.name);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  return { folder, [Symbol.asyncDispose]: () => temporary.remove() };
}

/** In TypeSpec, `default` documents errors, and in OpenAPI every status that is not documented otherwise. */
function useDefaultForAll({ contract: { operations, validators } }: Suite): void {
  for (const { id, responses } of Object.values(operations))
    for (const byStatus of [responses, validators[id]?.responses])
      if (byStatus?.default !== undefined)
        Object.assign(byStatus, {
          "2XX": byStatus["2XX"] ?? byStatus.default,
          "3XX": byStatus["3XX"] ?? byStatus.default,
        });
}
