/** The part of an OpenAPI document that the toolkit can read, as TypeSpec in memory. */
import { dirname, join } from "node:path";
import { createSourceFile, NodeHost, type CompilerHost } from "@typespec/compiler";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { readSpecification, type Specification } from "@contract-toolkit/generate";
import { convert } from "@contract-toolkit/import/convert";
import { operationsOf } from "@contract-toolkit/import/document";
import { onlyOperations, type OperationPlace } from "./only-operations.ts";

/**
 * The part of a document that `contract generate` accepts: the document itself, or else the operations that are found by
 * halves, with the components that they refer to.
 *
 * @param onFailure is told each operation that is left out, and why
 * @returns the part, what it is converted to, and the specification of that
 * @throws {UsageError} if no operation is left
 */
export async function readablePart(
  document: Node,
  source: string,
  onFailure: (place: OperationPlace, reason: string) => void,
): Promise<ReadablePart> {
  let found: ReadablePart | undefined;
  const faultIn = async (part: Node) => {
    try {
      const converted = convert(structuredClone(part), source);
      const specification = await readSpecification(entry, { host: hostOf(converted.files) });
      found = { part, converted, specification };
    } catch (error) {
      if (error instanceof UsageError) return removePositionPrefix(error.message);
      throw error;
    }
    return undefined;
  };
  const readAll = async (places: readonly OperationPlace[], isTogether: boolean) => {
    const readable: OperationPlace[] = [];
    const read = async (part: readonly OperationPlace[]): Promise<void> => {
      const tried = isTogether ? [...readable, ...part] : part;
      const reason = await faultIn(onlyOperations(document, tried));
      const [first, second] = part;
      if (reason === undefined) readable.push(...part);
      else if (second) {
        const middle = Math.ceil(part.length / 2);
        await read(part.slice(0, middle));
        await read(part.slice(middle));
      } else if (first) onFailure(first, reason);
    };
    await read(places);
    return readable;
  };
  const fault = await faultIn(document);
  if (fault !== undefined) {
    const alone = await readAll(operationsOf(document), false);
    // Operations that can be read alone may exclude each other.
    if (alone.length > 0) await readAll(alone, true);
  }
  if (!found) throw new UsageError(`Nothing of ${source} can be read: ${fault ?? ""}`);
  return found;
}

interface ReadablePart {
  readonly part: Node;
  readonly converted: ReturnType<typeof convert>;
  readonly specification: Specification;
}

/** The position is one of TypeSpec, which the user does not see. */
function removePositionPrefix(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/^\S+:\d+:\d+ - /, "");
}

/** Imports of the TypeSpec are found from here, wherever the command is called. */
const entry = join(import.meta.dirname, "read/main.tsp");

/** A host with the TypeSpec of a document at that entry. */
function hostOf(written: Readonly<Record<string, string>>): CompilerHost {
  const files = new Map(
    Object.entries(written).map(([name, text]) => [join(dirname(entry), name), text]),
  );
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
