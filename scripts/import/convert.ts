/** An OpenAPI document as TypeSpec, and what had to be changed for it. */
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { fixDanglingReferences, fixLoops } from "./fixes/dangling-references.ts";
import { fixMisspeltSchemas } from "./fixes/keywords.ts";
import type { Fix } from "./fixes/fix.ts";
import { fixDocument } from "./fixes/fixes.ts";
import { fixStatuses } from "./fixes/statuses.ts";
import { fixOwnVariants } from "./fixes/unions.ts";
import { fixUnprintable } from "./fixes/unprintable.ts";
import { placesIn } from "./values.ts";
import { writeTypeSpec, type Files } from "./write/document.ts";

interface Converted {
  readonly files: Files;
  readonly fixes: readonly Fix[];
  /** The document before it was changed to what TypeSpec can say. */
  readonly source: Node;
}

/**
 * Writes a document as TypeSpec.
 *
 * @param document is changed
 * @param file its name, for errors
 * @throws {UsageError} if TypeSpec cannot hold a name or value of the document
 */
export function convert(document: Node, file: string): Converted {
  // These come before a comparison with the source, which would not end with a schema that is a part of itself.
  const first = [
    ...fixUnprintable(document, file),
    ...fixDanglingReferences(document),
    ...fixMisspeltSchemas(document),
    ...fixOwnVariants(document),
    ...fixLoops(document),
    ...fixStatuses(document),
  ];
  const source = structuredClone(document);
  const placeOf = placesIn(document);
  const fixes = [...first, ...fixDocument(document)];
  const files = writeTypeSpec(document, (part, what, isLoss = false) => {
    fixes.push({ pointer: placeOf(part), what, isLoss });
  });
  return { files, fixes, source };
}
