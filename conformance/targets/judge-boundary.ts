import { documentedOf, isContainer, type Operation, valueAt } from "@contract-toolkit/contract";
import { describeBoundaryValue } from "../cases/boundaries/constraint-case.ts";
import type { ConstraintCase } from "../cases/case.ts";
import { shorten, type Finding } from "../verdict.ts";
import { isRefusal, statusAndCode, undocumentedStatus, type JudgedResponse } from "./response.ts";

/**
 * Judges the response to a request at a boundary. A valid request must not be refused for its field. An invalid one must be
 * refused as the contract documents, and must name the field if the contract says so. If the contract documents neither 400 nor
 * 422, any 4xx is a refusal.
 */
export function judgeBoundary(played: ConstraintCase, judged: JudgedResponse): Finding[] {
  const { operation, boundary, field, code, constraint, source, isToBeNamed } = played;
  const { status, isDocumented, body, findings } = judged;
  if (boundary === "invalid" && !isDocumented && isBareRefusal(operation, status)) return [];
  const isNamed =
    containsValue(body, field) ||
    containsValue(body, bodyFragment(constraint.place)) ||
    (code !== undefined && containsValue(body, code)) ||
    (constraint.keyword === "contentType" && status === 415);
  const isWhoMayAsk = operation.parameters.some(
    ({ name, credential }) => credential && name === field,
  );
  const finding = (start: string, others: Omit<Finding, "message"> = { source }) => {
    const found = body === undefined ? "" : ` ${shorten(JSON.stringify(body))}`;
    const message = `${start} ${status}${found}`;
    const repeatable = `${start} ${statusAndCode(operation, status, body)}`;
    return [...findings, { ...others, message, repeatable }];
  };
  const sent = `${field}: ${describeBoundaryValue(played)}`;
  if (!isDocumented) {
    const { message, ...others } = undocumentedStatus(operation, judged);
    return finding(`${message}, found`, others);
  }
  if (status >= 500) return finding("expected no server error, found");
  if (boundary === "valid")
    return isRefusalOfValue(operation, status) && isNamed && isKnowable(played)
      ? finding(`${sent}, which is allowed, was refused with`)
      : [...findings];
  if (status < 400)
    return [...findings, { source, message: `${sent} was accepted with ${status}` }];
  return !isToBeNamed || isNamed || isWhoMayAsk
    ? [...findings]
    : finding(`the refusal must name ${field}, found`, { source, about: "refusal" });
}

/** Whether a server must know a valid text. It may be a reference if the run has added it and no sample shows one. */
function isKnowable({ base, constraint: { keyword }, message, pointer }: ConstraintCase): boolean {
  const isAdded = base.kind === "derived" && valueAt(base.request, pointer) === undefined;
  const isAnyText = ofAnyText.has(keyword) && typeof valueAt(message, pointer) === "string";
  return keyword !== "characters" && !(isAdded && isAnyText);
}

/** Keywords whose valid value says nothing more than that there is a text. */
const ofAnyText: ReadonlySet<string> = new Set(["type", "required", "requires", "requiredWhen"]);

/** Whether the contract documents no status for violations, so that any 4xx is a refusal. */
function isBareRefusal({ responses }: Operation, status: number): boolean {
  return isRefusal(status) && !violationStatuses.some((number) => documentedOf(responses, number));
}

/** Other statuses may name a field that is right, such as a code that is taken (409) or a permission (403). */
function isRefusalOfValue(operation: Operation, status: number): boolean {
  return violationStatuses.includes(status) || (status !== 409 && isBareRefusal(operation, status));
}

const violationStatuses = [400, 422];

export function containsValue(value: unknown, sought: string | number): boolean {
  if (value === sought) return true;
  return isContainer(value) && Object.values(value).some((value) => containsValue(value, sought));
}

/** The pointer to a place in the body as in problem details (RFC 9457). */
function bodyFragment(place: string): string {
  return `#${place.replace(/^\/body/, "")}`;
}
