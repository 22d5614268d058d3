/** References that leave the document: the converter would read what they name, wherever that is. */
import { nodeOf, takeOut, type Node } from "../documents/nodes.ts";
import { visitParts } from "./parts.ts";
import { UsageError } from "../usage-error.ts";
import { positionsIn } from "./positions.ts";
import { firstOf, pointerOf, valuesIn } from "./values.ts";

/** A document as it was read. */
export interface ReadDocument {
  readonly file: string;
  readonly text: string;
  readonly document: object;
}

/** Leaves out examples, which are not converted: a reference in one is a value. */
export function leaveOutExamples(document: Node): void {
  visitParts(document, (part) => {
    takeOut(part, "example", "examples");
  });
  takeOut(nodeOf(document["components"]), "examples");
}

/**
 * Refuses references to other documents.
 *
 * @param allowsRemote those to `http` and `https` are allowed; other files never are
 * @throws {UsageError} with file, line and pointer of each
 */
export function refuseExternalReferences(read: ReadDocument, allowsRemote: boolean): void {
  const places = [...valuesIn(read.document)].flatMap(({ key, value, path }) =>
    key === "$ref" && typeof value === "string" && isRefused(value, allowsRemote)
      ? [{ path, ref: value }]
      : [],
  );
  if (places.length === 0) return;
  const positionOf = positionsIn(read.text);
  const isRemote = places.some(({ ref }) => isHttp(ref));
  const shown = places.map(
    ({ path, ref }) => `${read.file}${positionOf(path)} ${pointerOf(path)}: ${ref}`,
  );
  throw new UsageError(
    [
      "The document refers to other documents, which are not read:",
      ...firstOf(shown),
      `Bundle the document into one file first${isRemote ? ", or give --allow-remote to fetch from http and https" : ""}.`,
    ].join("\n"),
  );
}

function isRefused(ref: string, allowsRemote: boolean): boolean {
  return !ref.startsWith("#") && !(allowsRemote && isHttp(ref));
}

/** Whether a reference is to an http or https address. */
export function isHttp(ref: string): boolean {
  return /^https?:\/\//i.test(ref);
}
