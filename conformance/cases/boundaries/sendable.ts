import { isDeepStrictEqual } from "node:util";
import {
  type BodyContent,
  type Constant,
  headerText,
  isObject,
  mediaTypeOf,
  negotiate,
  type Operation,
  type Parameter,
  pointerStep,
  type SampleRequest,
  ownValue,
  writeXml,
} from "@contract-toolkit/contract";
import { readXmlText } from "../../wire-body.ts";
import type { Proposal } from "@contract-toolkit/schemas/boundaries/values/boundary-values";
import type { Rule } from "@contract-toolkit/schemas/boundaries/rule";

/** Whether HTTP can carry a value at the place of a rule. An undocumented value of a negotiated header is ignored. */
export function isSendable(
  { place, asText }: Rule,
  proposal: Proposal,
  parameters: readonly Parameter[],
): boolean {
  if (typeof proposal === "string") {
    // A path without a value is another path.
    return !(proposal === "remove" && place.startsWith("/path/"));
  }
  const { value } = proposal;
  // An empty list would be sent as nothing, or as one empty item.
  if (asText && Array.isArray(value) && value.length === 0) return false;
  const negotiated = parameters.find(
    (parameter) => parameter.negotiated && place === `/headers/${pointerStep(parameter.name)}`,
  );
  if (negotiated && negotiate(negotiated, headerText(value)) !== headerText(value)) return false;
  if (place.startsWith("/headers/"))
    return /^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/.test(String(value));
  if (place.startsWith("/path/")) return !["", ".", ".."].includes(String(value));
  return true;
}

/** Whether a body arrives as it was sent. XML has no types, no null, and no place for undocumented fields. */
export function isWritable(content: BodyContent | undefined, message: unknown): boolean {
  if (content?.kind !== "xml") return true;
  const body = isObject(message) ? message["body"] : undefined;
  try {
    return isDeepStrictEqual(readXmlText(writeXml(body, content), content).value, body);
  } catch {
    return false;
  }
}

/** Whether a body is a form without fields, which is sent as no body, and the operation allows that. */
export function isAllowedAsNoBody(
  { body: documented }: Operation,
  content: BodyContent | undefined,
  message: unknown,
): boolean {
  const body = isObject(message) ? message["body"] : undefined;
  const isEmpty = isObject(body) && Object.keys(body).length === 0;
  return isEmpty && content?.kind === "form" && documented?.required !== true;
}

/** The other operations with the method and path of an operation (`@sharedRoute`). */
export function sharingRoute(operation: Operation, all: readonly Operation[]): Operation[] {
  const { id, method, path } = operation;
  return all.filter(
    (operation) => operation.id !== id && operation.method === method && operation.path === path,
  );
}

/** Whether a request belongs to another operation of the same route, by their constants. */
export function isForAnother(
  request: SampleRequest,
  operation: Operation,
  others: readonly Operation[],
): boolean {
  const has = ({ in: place, name, values }: Constant) => {
    const value =
      place === "query" ? ownValue(request.query, name) : sentHeader(name, request, operation);
    return value !== undefined && values.includes(headerText(value));
  };
  const isMeant = ({ when = [] }: Operation) => when.length > 0 && when.every(has);
  if (isMeant(operation)) return false;
  const isRest = ({ when = [] }: Operation) => when.length === 0;
  return others.some(isMeant) || (!isRest(operation) && others.some(isRest));
}

function sentHeader(
  name: string,
  { headers, contentType, body }: SampleRequest,
  operation: Operation,
) {
  const given = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (name !== "content-type") return given;
  const type =
    given ?? contentType ?? (body === undefined ? operation : operation.body)?.contentType;
  return type === undefined ? undefined : mediaTypeOf(headerText(type));
}
