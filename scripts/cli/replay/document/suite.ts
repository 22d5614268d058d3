/** The suite of an OpenAPI document or a TypeSpec entry, without files that the user sees. */
import { statSync } from "node:fs";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSourceFile, NodeHost, type CompilerHost } from "@typespec/compiler";
import { loadSuite, type Suite } from "@contract-toolkit/conformance";
import type { Operation } from "@contract-toolkit/contract";
import { nodesOf, nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { readSpecification, suiteFiles } from "@contract-toolkit/generate";
import { fittingSamples } from "@contract-toolkit/generate/samples/violations";
import { serverSchemas } from "@contract-toolkit/generate/validation/compiled-schemas";
import { messagesOf } from "@contract-toolkit/generate/validation/service-schemas";
import { convert } from "@contract-toolkit/import/convert";
import { fetchText } from "@contract-toolkit/import/fetch-text";
import { positionsIn } from "@contract-toolkit/import/positions";
import { readImportedDocument } from "@contract-toolkit/import/read-document";
import { SpecError } from "@contract-toolkit/generate/spec-error";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { onlyOperations, placesOfOperations, type OperationPlace } from "./only-operations.ts";

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
  /** The position of a part of the document; absent for TypeSpec, whose operations have theirs. */
  readonly placeOf?: (path: readonly string[]) => Operation["source"];
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
  const { folder, placeOf, document, unreadable } = contract;
  const suite = await loadSuite(folder);
  if (!placeOf) return { suite, document, unreadable };
  useDefaultForAll(suite);
  return { suite: atPlaces(suite, placeOf), document, unreadable };
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
  if (source.endsWith(".tsp")) {
    const generated = await generateInto(source, NodeHost, isClosed);
    return { ...generated, document: {}, unreadable: [] };
  }
  const text = await loadSourceText(source);
  const document = await readImportedDocument(source, text, true);
  const places = placesOfOperations(document);
  const unreadable: string[] = [];
  const readable = await readablePart(document, places, source, (place, reason) => {
    unreadable.push(`${place.method} ${place.path}: ${reason}`);
  });
  const positionOf = positionsIn(text);
  return {
    ...(await generateInto(entry, hostOf(filesOf(readable, source)), isClosed)),
    document,
    unreadable,
    placeOf(path) {
      const [, line = "1", column = "1"] = positionOf(path).split(":");
      return { file: source, line: Number(line), column: Number(column) };
    },
  };
}

async function loadSourceText(source: string): Promise<string> {
  if (isAddress(source)) return fetchText(source);
  return readDocumentText(source).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${source} cannot be read: ${String(error)}`);
  });
}

/** The operations of a document that the toolkit can read: all of them, or else those that are found by halves. */
async function readablePart(
  document: Node,
  places: readonly OperationPlace[],
  source: string,
  onFailure: (place: OperationPlace, reason: string) => void,
): Promise<Node> {
  const faultIn = (part: readonly OperationPlace[]) =>
    specificationOf(onlyOperations(document, part), source).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof SpecError) && !(error instanceof UsageError)) throw error;
        return removePositionPrefix(error.message);
      },
    );
  const good = async (part: readonly OperationPlace[]): Promise<readonly OperationPlace[]> => {
    const reason = await faultIn(part);
    if (reason === undefined) return part;
    const [first, second] = part;
    if (first && !second) onFailure(first, reason);
    const middle = Math.ceil(part.length / 2);
    return second
      ? [...(await good(part.slice(0, middle))), ...(await good(part.slice(middle)))]
      : [];
  };
  const readable = await good(places);
  if (readable.length === places.length) return document;
  if (readable.length === 0)
    throw new UsageError(`Nothing of ${source} can be read: ${(await faultIn(places)) ?? ""}`);
  return onlyOperations(document, readable);
}

/** The position is one of TypeSpec, which the user does not see. */
function removePositionPrefix(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/^\S+:\d+:\d+ - /, "");
}

function specificationOf(document: Node, source: string) {
  return readSpecification(entry, { host: hostOf(filesOf(document, source)) });
}

/** The TypeSpec of a document, by path. */
function filesOf(document: Node, source: string): ReadonlyMap<string, string> {
  const { files } = convert(structuredClone(document), source);
  return new Map(Object.entries(files).map(([name, text]) => [join(dirname(entry), name), text]));
}

/** Imports of the TypeSpec are found from here, wherever the command is called. */
const entry = join(import.meta.dirname, "read/main.tsp");

function hostOf(files: ReadonlyMap<string, string>): CompilerHost {
  const isInside = (path: string) => path === dirname(entry);
  return {
    ...NodeHost,
    readFile: (path) => {
      const text = files.get(path);
      return text === undefined
        ? NodeHost.readFile(path)
        : Promise.resolve(createSourceFile(text, path));
    },
    stat: (path) =>
      files.has(path) || isInside(path)
        ? Promise.resolve({ isFile: () => files.has(path), isDirectory: () => isInside(path) })
        : NodeHost.stat(path),
    realpath: (path) =>
      files.has(path) || isInside(path) ? Promise.resolve(path) : NodeHost.realpath(path),
  };
}

async function generateInto(file: string, host: CompilerHost, isClosed: boolean) {
  const { spec, services } = await readSpecification(file, { host });
  const service = services.at(-1);
  if (!service) throw new UsageError(`${file} has no @service.`);
  const schemas = serverSchemas(messagesOf(service), isClosed ? "closed" : "bare");
  const files = await suiteFiles(
    service,
    fittingSamples(spec, service),
    service.documents.openapi31,
    schemas,
  );
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

/** A suite whose operations have their places in the document, and whose rules have those of their operations. */
function atPlaces(suite: Suite, placeOf: (path: readonly string[]) => Operation["source"]): Suite {
  for (const operation of Object.values(suite.contract.operations))
    Object.assign(operation, {
      source: placeOf(["paths", operation.path, operation.method.toLowerCase()]),
    });
  const messages = JSON.parse(
    JSON.stringify(suite.messages, (name, value: unknown) =>
      name === "x-position" || name === "x-keyword-positions" ? undefined : value,
    ),
  ) as Suite["messages"];
  return { ...suite, messages, positionOf: () => undefined };
}

/** The documented part of an operation. */
export function documentedOperation(document: Node, { path, method }: Operation): Node {
  const shape = pathShape(path);
  const item = nodesOf(document["paths"]).find(([text]) => pathShape(text) === shape)?.[1];
  return nodeOrEmpty(item?.[method.toLowerCase()]);
}

function pathShape(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}
