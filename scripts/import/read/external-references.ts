/** References to other documents, which the converter would read from anywhere. */
import { joinPointer, visitParts } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { positionsIn } from "./positions.ts";
import { summarizePlaces } from "../values.ts";

/** The references of a document's parts. Those in examples and extensions are data. */
export function referencesIn(document: Node) {
  const found: { readonly node: Node; readonly ref: string; readonly path: readonly string[] }[] =
    [];
  visitParts(document, (node, { keys }) => {
    if (typeof node["$ref"] === "string")
      found.push({ node, ref: node["$ref"], path: [...keys, "$ref"] });
  });
  return found;
}

/**
 * Refuses references to other documents.
 *
 * @param allowsRemote those to `http` and `https` are allowed; other files never are
 * @throws {UsageError} with file, line and pointer of each
 */
export function refuseExternalReferences(
  { file, text, document }: { file: string; text: string; document: Node },
  allowsRemote: boolean,
): void {
  const places = referencesIn(document).filter(
    ({ ref }) => !ref.startsWith("#") && !(allowsRemote && isHttp(ref)),
  );
  if (places.length === 0) return;
  const positionOf = positionsIn(text);
  const isRemote = places.some(({ ref }) => isHttp(ref));
  const shown = places.map(
    ({ path, ref }) => `${file}${positionOf(path)} ${joinPointer(path)}: ${ref}`,
  );
  throw new UsageError(
    [
      "The document refers to other documents, which are not read:",
      ...summarizePlaces(shown),
      `Bundle the document into one file first${isRemote ? ", or give --allow-remote to fetch from http and https" : ""}.`,
    ].join("\n"),
  );
}

/** Whether a reference is to an http or https address. */
export function isHttp(ref: string): boolean {
  return /^https?:\/\//i.test(ref);
}
