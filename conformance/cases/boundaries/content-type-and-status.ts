import {
  type ByStatus,
  isJsonType,
  mediaTypeOf,
  type Operation,
  statusKeyOf,
} from "@contract-toolkit/contract";
import type { Case, Constraint, ConstraintCase } from "../case.ts";
import type { Boundary } from "@contract-toolkit/schemas/boundaries/values/boundary-values";
import { boundaries, type Exclusion } from "./exclusions.ts";
import { constraintCase } from "./constraint-case.ts";

/** The content type in other spellings, which are valid, and an undocumented content type, which is invalid. */
export function contentTypeCases(
  operation: Operation,
  base: Case,
  documented: readonly string[],
): ConstraintCase[] {
  if (!operation.body) return [];
  const { contentType: own = operation.body.contentType } = base.request;
  const constraint = contentTypeOf(operation);
  const spelled = (boundary: Boundary, type: string, name = "") =>
    constraintCase(base, constraint, boundary, name, {
      ...base.request,
      headers: { ...base.request.headers, "Content-Type": type },
    });
  const undocumented = undocumentedType(documented);
  return [
    ...(isTextType(own) ? [spelled("valid", `${own}; charset=utf-8`, "with charset")] : []),
    ...(isExact(own) ? [spelled("valid", own.toUpperCase(), "in upper case")] : []),
    ...(undocumented === undefined ? [] : [spelled("invalid", undocumented)]),
  ];
}

/** The reasons why an operation with a body has no content type case at a boundary. */
export function withoutContentType(
  operation: Operation,
  cases: readonly ConstraintCase[],
): Exclusion[] {
  if (!operation.body) return [];
  const constraint = contentTypeOf(operation);
  const reasons = {
    valid: "the documented type is spelled in one way only",
    invalid: "a body of any type is documented",
  };
  return boundaries
    .filter((boundary) => !cases.some((testCase) => testCase.boundary === boundary))
    .map((boundary) => ({
      constraint,
      boundary,
      reason: cases.length === 0 ? "no sample sends a body" : reasons[boundary],
    }));
}

/** The first of these types that an operation does not document is sent. */
const otherTypes = ["text/plain", "application/xml", "image/png"];

function undocumentedType(documented: readonly string[]): string | undefined {
  return otherTypes.find(
    (type) => !documented.some((text) => includesMediaType(mediaTypeOf(text), type)),
  );
}

/** Whether a media type is in a range (RFC 9110, section 12.5.1) or has the same structured syntax (RFC 6839). */
function includesMediaType(range: string, type: string): boolean {
  const [main = ""] = type.split("/");
  return (
    range === type ||
    range === "*/*" ||
    range === `${main}/*` ||
    (type === "application/xml" && (range === "text/xml" || range.endsWith("+xml")))
  );
}

function isTextType(type: string): boolean {
  return isExact(type) && (isJsonType(type) || mediaTypeOf(type).startsWith("text/"));
}

/** Whether a type is no range and has no parameters, which may depend on the body, such as a boundary. */
function isExact(type: string): boolean {
  return !/[*;]/.test(type) && !mediaTypeOf(type).startsWith("multipart/");
}

function contentTypeOf({ id }: Operation): Constraint {
  return {
    operation: id,
    direction: "request",
    place: "/headers/Content-Type",
    keyword: "contentType",
  };
}

/** Statuses that hardly any operation documents: successes and refusals. */
const unusualStatuses = [
  [299, 298, 297],
  [499, 498, 497],
];

/** A documented response with an undocumented status, which is invalid. */
export function statusConstraintCases(
  operation: Operation,
  base: Case,
  documented: ByStatus<unknown>,
): ConstraintCase[] {
  const constraint: Constraint = {
    operation: operation.id,
    direction: "response",
    place: "/status",
    keyword: "status",
  };
  const statuses = unusualStatuses.flatMap(
    (group) => group.find((status) => statusKeyOf(documented, status) === undefined) ?? [],
  );
  return statuses.map((status) =>
    constraintCase(base, constraint, "invalid", String(status), {
      ...base.response,
      status,
    }),
  );
}
