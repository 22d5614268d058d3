/** What an OpenAPI document allows in responses. The contract that is made of it may be narrower. */
import { isJsonType, mediaTypeOf, ownValue, type Operation } from "@contract-toolkit/contract";
import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import { DocumentJudge, type ResponseViolation } from "@contract-toolkit/conformance/internal";
import { nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { resolveNode } from "@contract-toolkit/schemas/documents/references";
import { documentedOperation } from "../../documents/places.ts";

/** The judge of a run on a document. `secured` are the operations that declare security. */
export function documentJudge(document: Node, secured: ReadonlySet<Operation>): DocumentJudge {
  return new DocumentJudge(secured, (operation, violation) =>
    allowsResponse(document, operation, violation),
  );
}

/**
 * Whether a document allows a response although it violates the contract: `default` is also for successes, content types may be
 * ranges, and a body is only missing if a schema says what it must be.
 */
function allowsResponse(
  document: Node,
  operation: Operation,
  { part, status, contentType = "", isEmpty }: ResponseViolation,
): boolean {
  const responses = nodeOrEmpty(documentedOperation(document, operation).own["responses"]);
  const ofClass = `${String(status).slice(0, 1)}XX`;
  const [response] = [String(status), ofClass, ofClass.toLowerCase(), "default"].flatMap(
    (key) => ownValue(responses, key) ?? [],
  );
  if (response === undefined) return false;
  if (part === "status") return true;
  const content = Object.entries(nodeOrEmpty(resolveNode(response, document)["content"]));
  if (part === "content type") return content.some(([range]) => isInRange(contentType, range));
  return (
    part === "body" &&
    isEmpty &&
    content.every(([type, media]) => {
      const schema = resolveNode(nodeOrEmpty(media)["schema"], document);
      return Object.entries(schema).every(([keyword, value]) => allowsEmpty(type, keyword, value));
    })
  );
}

/** RFC 9110, section 12.5.1. */
function isInRange(contentType: string, range: string): boolean {
  const [type, of] = [mediaTypeOf(contentType), mediaTypeOf(range)];
  return of === "*/*" || of === type || (of.endsWith("/*") && type.startsWith(of.slice(0, -1)));
}

/** Whether a keyword of the schema of a body says nothing about it, or allows the empty text, which is not JSON. */
function allowsEmpty(contentType: string, keyword: string, value: unknown): boolean {
  if (isMetaDataKeyword(keyword) || keyword === "nullable" || keyword === "format") return true;
  return !isJsonType(mediaTypeOf(contentType)) && keyword === "type" && value === "string";
}
