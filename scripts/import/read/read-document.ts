/** Reading an OpenAPI document that becomes TypeSpec. */
import { isObject, joinPointer } from "@contract-toolkit/contract";
import { nodeOrEmpty, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";
import { decodeReferences, resolveNode } from "@contract-toolkit/schemas/documents/references";
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
  const document = parseDocument(text, file);
  if (isObject(document) && document["swagger"] !== undefined)
    throw new UsageError(
      `${file} is a document of Swagger 2, not of OpenAPI 3. Convert it first: npx swagger2openapi --patch ${file} --outfile openapi.json`,
    );
  if (!isObject(document) || typeof document["openapi"] !== "string")
    throw new UsageError(`${file} is not an OpenAPI document of version 3.`);
  if (Object.keys(isObject(document["paths"]) ? document["paths"] : {}).length === 0)
    throw new UsageError(`${file} has no paths; webhooks alone cannot be converted.`);
  refuseExternalReferences({ file, text, document }, allowsRemote);
  await fetchReferences(document);
  decodeReferences(
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
