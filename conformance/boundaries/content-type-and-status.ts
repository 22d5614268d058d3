import { documentedOf, type Operation } from "@contract-toolkit/kernel";
import type { Boundary, Case, Constraint, ConstraintCase } from "../case.ts";
import type { Exclusion } from "./exclusion.ts";
import { idOf } from "./id.ts";

/** A body's type may say its charset; a body of another type is none that the contract knows. */
export function contentTypeCases(operation: Operation, base: Case): ConstraintCase[] {
  const { body } = operation;
  if (!body) return [];
  const constraint = contentTypeOf(operation);
  const spelled = (boundary: Boundary, type: string, name = "") =>
    caseOf(base, constraint, boundary, name, {
      ...base.request,
      headers: { ...base.request.headers, "Content-Type": type },
    });
  return [
    spelled("valid", `${body.contentType}; charset=utf-8`, "with charset"),
    spelled("valid", body.contentType.toUpperCase(), "in upper case"),
    spelled("invalid", "text/plain"),
  ];
}

/** Why an operation has no such cases although it may be sent a body. */
export function withoutContentType(operation: Operation): Exclusion[] {
  return (["valid", "invalid"] as const).map((boundary) => ({
    constraint: contentTypeOf(operation),
    boundary,
    reason: "no sample sends a body",
  }));
}

function contentTypeOf({ id }: Operation): Constraint {
  return {
    operation: id,
    direction: "request",
    place: "/headers/Content-Type",
    keyword: "contentType",
  };
}

/** A status that no operation documents, of a success and of a refusal. */
const UNDOCUMENTED_STATUSES = [299, 499];

/** An answer with a status that nobody documented is none, whatever it holds. */
export function statusCases(operation: Operation, base: Case): ConstraintCase[] {
  const constraint: Constraint = {
    operation: operation.id,
    direction: "response",
    place: "/status",
    keyword: "status",
  };
  const undocumented = UNDOCUMENTED_STATUSES.filter(
    (status) => documentedOf(operation.responses, status) === undefined,
  );
  return undocumented.map((status) =>
    caseOf(base, constraint, "invalid", String(status), {
      ...base.response,
      status,
    }),
  );
}

function caseOf(
  base: Case,
  constraint: Constraint,
  boundary: Boundary,
  name: string,
  message: ConstraintCase["message"],
): ConstraintCase {
  const { operation } = base;
  return {
    id: idOf(constraint, boundary, name),
    kind: "constraint",
    why: `${constraint.keyword}: ${boundary === "valid" ? "still allowed" : "no longer allowed"}`,
    source: operation.source,
    operation,
    constraint,
    boundary,
    base,
    message,
    pointer: constraint.place,
    field: constraint.place.slice(constraint.place.lastIndexOf("/") + 1),
  };
}
