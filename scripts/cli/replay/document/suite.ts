/** The suite of an OpenAPI document or a TypeSpec entry, without files that the user sees. */
import { statSync } from "node:fs";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSourceFile, NodeHost, type CompilerHost } from "@typespec/compiler";
import { loadSuite, type Suite } from "@contract-toolkit/conformance";
import { readText, type Operation } from "@contract-toolkit/contract";
import { nodesOf, nodeOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { readSpecification, suiteFiles } from "@contract-toolkit/generate";
import { fittingSamples } from "@contract-toolkit/generate/samples/violations";
import { serverSchemas } from "@contract-toolkit/generate/validation/compiled-schemas";
import { messagesOf } from "@contract-toolkit/generate/validation/service-schemas";
import { convert } from "@contract-toolkit/import/convert";
import { positionsIn } from "@contract-toolkit/import/positions";
import { readDocument } from "@contract-toolkit/import/read-document";
import { SpecError } from "@contract-toolkit/generate/spec-error";
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

/**
 * Loads the suite of a document (a file or an address) or of a TypeSpec entry. What the toolkit cannot read is left out and
 * listed, so that everything else is played.
 *
 * @param isClosed responses may have no undocumented fields
 * @throws {UsageError} if nothing of it can be read
 */
export async function loadSuiteOf(source: string, isClosed: boolean): Promise<LoadedSuite> {
  if (source.endsWith(".tsp")) {
    const suite = await suiteOf(source, NodeHost, isClosed);
    return { suite, document: {}, unreadable: [] };
  }
  const text = await textOf(source);
  const document = await readDocument(source, text, true);
  const places = placesOfOperations(document);
  const failures: string[] = [];
  const readable = await readablePart(document, places, source, (place, reason) => {
    failures.push(`${place.method} ${place.path}: ${reason}`);
  });
  const suite = await suiteOfDocument(readable, source, isClosed);
  const positionOf = positionsIn(text);
  return {
    suite: {
      ...atPlaces(suite, (path) => {
        const [, line = "1", column = "1"] = positionOf(path).split(":");
        return { file: source, line: Number(line), column: Number(column) };
      }),
    },
    document,
    unreadable: failures,
  };
}

async function textOf(source: string): Promise<string> {
  if (!isAddress(source))
    return readFile(source, "utf8").catch((error: unknown) => {
      throw new UsageError(`${source} cannot be read: ${String(error)}`);
    });
  const response = await fetch(source, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (error: unknown) => {
      throw new UsageError(`${source} cannot be fetched: ${String(error)}`);
    },
  );
  const text = response.ok ? await readText(response, MOST_BYTES) : undefined;
  if (text === undefined)
    throw new UsageError(
      `${source} answers ${response.status}, or with more than ${MOST_BYTES} bytes.`,
    );
  return text;
}

const PATIENCE_MS = 30_000;

/** The largest public documents have 12 MB. */
const MOST_BYTES = 50_000_000;

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
        return withoutPosition(error.message);
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
function withoutPosition(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/^\S+:\d+:\d+ - /, "");
}

function specificationOf(document: Node, source: string) {
  const { files } = convert(structuredClone(document), source);
  const host = hostOf(
    new Map(Object.entries(files).map(([name, text]) => [join(dirname(entry), name), text])),
  );
  return readSpecification(entry, { host });
}

async function suiteOfDocument(document: Node, source: string, isClosed: boolean) {
  const { files } = convert(structuredClone(document), source);
  const texts = Object.entries(files).map(
    ([name, text]) => [join(dirname(entry), name), text] as const,
  );
  return suiteOf(entry, hostOf(new Map(texts)), isClosed);
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

async function suiteOf(file: string, host: CompilerHost, isClosed: boolean): Promise<Suite> {
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
  await using folder = await mkdtempDisposable(join(tmpdir(), "replay-"));
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  for (const [name, text] of files) await writeFile(join(folder.path, name), text);
  return await loadSuite(folder.path);
}

/** A suite whose operations have their places in the document, and whose rules have those of their operations. */
function atPlaces(suite: Suite, placeOf: (path: readonly string[]) => Operation["source"]): Suite {
  for (const operation of Object.values(suite.contract.operations))
    Object.assign(operation, {
      source: placeOf(["paths", operation.path, operation.method.toLowerCase()]),
    });
  return { ...suite, positionOf: () => undefined };
}

/** The documented part of an operation. */
export function documentedOperation(document: Node, { path, method }: Operation): Node {
  const shape = shapeOf(path);
  const item = nodesOf(document["paths"]).find(([text]) => shapeOf(text) === shape)?.[1];
  return nodeOf(item?.[method.toLowerCase()]);
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}
