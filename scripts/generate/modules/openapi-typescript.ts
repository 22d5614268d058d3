import { inheritedNames } from "@contract-toolkit/contract";
import openapiTS, { astToString } from "openapi-typescript";

/**
 * Writes the types of an OpenAPI document with openapi-typescript. In the published package, this module has that library in
 * it, which with its packages would be 21 MB.
 */
export async function writeTypes(document: string): Promise<string> {
  const nodes = await openapiTS(document.replaceAll(memberName, '"$1~own~"'), {
    defaultNonNullable: false,
    // It warns about nested unions, whose variants are still distinguished by their fields.
    silent: true,
  });
  return astToString(nodes).replaceAll(changedName, "$1");
}

const members = inheritedNames.join("|");

/** The loader of openapi-typescript takes a field such as `constructor` for the inherited property, calls it, and fails. */
const memberName = new RegExp(`"(${members})"`, "g");
const changedName = new RegExp(`\\b(${members})~own~`, "g");
