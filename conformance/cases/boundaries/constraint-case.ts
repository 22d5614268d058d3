import {
  fieldPath,
  isContainer,
  isObject,
  type Operation,
  pointerNames,
  type SampleRequest,
  type SampleResponse,
  valueAt,
  valueIn,
} from "@contract-toolkit/contract";
import { isBase64 } from "../../json-comparison/values.ts";
import { shorten } from "../../verdict.ts";
import type { Case, Constraint, ConstraintCase, Target } from "../case.ts";
import type { Boundary } from "@contract-toolkit/schemas/boundaries/values/boundary-values";

/** Makes a case at a boundary. Without `at`, it is about the message as a whole. */
export function constraintCase(
  base: Case,
  constraint: Constraint,
  boundary: Boundary,
  name: string,
  message: ConstraintCase["message"],
  at?: Pick<ConstraintCase, "pointer" | "source">,
): ConstraintCase {
  const { direction, status = direction, contentType, place, keyword } = constraint;
  const { operation } = base;
  const of = `${status}${contentType === undefined ? "" : `[${contentType}]`}${place}`;
  const which = name === "" ? "" : ` (${name})`;
  const allowed = boundary === "valid" ? "allowed" : "not allowed";
  const pointer = at?.pointer ?? place;
  const value = at && `${describeBoundaryValue({ message, pointer })} is `;
  return {
    id: `${operation.id}/${of} ${keyword} ${boundary}${which}`,
    kind: "constraint",
    why: `${keyword}${at ? ` of ${place}` : ""}: ${value ?? ""}${allowed}`,
    source: at?.source ?? operation.source,
    operation,
    constraint,
    boundary,
    base,
    message,
    pointer,
    field: at ? fieldPath(pointer) : place.slice(place.lastIndexOf("/") + 1),
  };
}

/** The value at the boundary. Lists and objects are in the message that the reports show. */
export function describeBoundaryValue({
  message,
  pointer,
}: Pick<ConstraintCase, "message" | "pointer">): string {
  const value = valueAt(message, pointer);
  if (isContainer(value)) return "this value";
  return value === undefined ? "leaving it out" : shorten(JSON.stringify(value), 100);
}

export function constraintKey(constraint: Constraint): string {
  const { operation, direction, status = "", contentType = "", place, keyword } = constraint;
  return [operation, direction, status, contentType, place, keyword].join(" ");
}

/** Whether a header that the constraint is about is a credential of the operation. */
export function isOfCredential({ parameters }: Operation, { place }: Constraint): boolean {
  return parameters.some(
    ({ name, credential }) => credential === true && place === `/headers/${name}`,
  );
}

/** Whether a case is played on a target. A client makes the valid requests and gets every response. */
export function concerns(
  item: Pick<ConstraintCase, "constraint" | "boundary"> & Partial<ConstraintCase>,
  target: Target,
): boolean {
  const { constraint, boundary } = item;
  const { direction, keyword } = constraint;
  // A receiver recognises a message by its signature, whatever its Content-Type is.
  if (target === "receiver") return direction === "request" && keyword !== "contentType";
  if (target === "server") return direction === "request" && !isWithinText(item);
  return direction === "response" || (boundary === "valid" && keyword !== "contentType");
}

/** Whether a case is about the JSON inside a Base64 text, which only receivers decode. */
function isWithinText({ base, message, pointer = "" }: Partial<ConstraintCase>): boolean {
  return pointerNames(pointer).some((_, index, names) => {
    const path = names.slice(0, index + 1);
    const text = valueIn(base?.request, path);
    return typeof text === "string" && isBase64(text) && isObject(valueIn(message, path));
  });
}

/** A value that a fresh one of the same length may replace: long enough to be unique, and of plain characters. */
const isReplaceable = /^[\x20-\x7e]{12,}$/;

/** The exchange that a case plays: that of its sample, with the changed request or response. */
export function exchangeAtBoundary({ base, constraint, message }: ConstraintCase): Case {
  if (constraint.direction === "response") return { ...base, response: message as SampleResponse };
  const request = message as SampleRequest;
  const fresh = base.fresh.flatMap(({ pointer }) => {
    const value = valueAt(request, pointer);
    return typeof value === "string" && isReplaceable.test(value)
      ? [{ pointer, maxLength: value.length }]
      : [];
  });
  return { ...base, request, call: request, fresh };
}
