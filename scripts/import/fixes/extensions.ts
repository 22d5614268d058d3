/** Rules about extensions. */
import { isContainer } from "@contract-toolkit/contract";
import { removing } from "./fix.ts";
import { walkValues } from "../values.ts";

/** Tools resolve every `$ref` of a document, also in an extension, where it is data. */
export const referenceInExtension = removing(
  (part) => Object.keys(part).filter((key) => key.startsWith("x-") && hasReference(part[key])),
  (gone) => `${gone} with a $ref: removed`,
);

function hasReference(value: unknown): boolean {
  return isContainer(value) && [...walkValues(value)].some(({ key }) => key === "$ref");
}
