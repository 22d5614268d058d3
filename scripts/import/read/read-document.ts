/** Reading an OpenAPI document that becomes TypeSpec. */
import { joinPointer } from "@contract-toolkit/contract";
import {
  asOpenApi,
  nodeOrEmpty,
  nodesOf,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";
import { normalizeDocument, resolveNode } from "@contract-toolkit/schemas/documents/references";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { refuseExternalReferences } from "./external-references.ts";
import { positionsIn } from "./positions.ts";
import { nameSuccesses } from "../fixes/statuses.ts";
import { fetchReferences } from "./remote-references.ts";

/**
 * Reads a document, and what its references to addresses name.
 *
 * @param file its name, for errors
 * @throws {UsageError} if it is no OpenAPI document of version 3, or refers to other documents
 */
export async function readImportedDocument(
  file: string,
  text: string,
  allowsRemote: boolean,
): Promise<Node> {
  const refuse = (fault: string) => new UsageError(`${file} ${fault}`);
  const document = asOpenApi(parseDocument(text, file), refuse, file);
  if (Object.keys(nodeOrEmpty(document["paths"])).length === 0)
    throw refuse("has no paths; webhooks alone cannot be converted.");
  refuseExternalReferences({ file, text, document }, allowsRemote);
  await fetchReferences(document);
  normalizeDocument(
    document,
    (message, path) =>
      new UsageError(`${file}${positionsIn(text)(path)} ${joinPointer(path)}: ${message}`),
  );
  inlinePathItems(document);
  nameSuccesses(document);
  return document;
}

/** Puts shared path items where they are used. */
function inlinePathItems(document: Node): void {
  const paths = nodeOrEmpty(document["paths"]);
  for (const [path, { $ref, ...own }] of nodesOf(paths))
    if ($ref !== undefined)
      paths[path] = { ...structuredClone(resolveNode({ $ref }, document)), ...own };
}
