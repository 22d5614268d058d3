import type { SampleRequest } from "../../generated/contract.ts";
import type { Case, ConstraintCase } from "../case.ts";
import { valueAt } from "../pointer.ts";
import type { Finding } from "../verdict.ts";
import {
  excerpt,
  judgeByContract,
  partsOf,
  type Rules,
  type ServerAnswer,
} from "./answer.ts";

/** Shorter values could not be told apart from those of other runs; what fresh values replace is as plain as they are. */
const isLongAscii = /^[\x20-\x7e]{12,}$/;

/** The sample that a case was derived from, with the changed request. Values stay fresh where they are long enough. */
export function requestAtEdge({ base, message }: ConstraintCase): Case {
  const request = message as SampleRequest;
  return {
    ...base,
    request,
    fresh: base.fresh.flatMap(({ pointer }) => {
      const value = valueAt(request, pointer);
      return typeof value === "string" && isLongAscii.test(value)
        ? [{ pointer, maxLength: value.length }]
        : [];
    }),
  };
}

/** Inside the edge a request must not be refused for the field, outside it must, and the refusal has to name the field. */
export function judgeByEdge(
  rules: Rules,
  { operation, edge, field, code, constraint, source }: ConstraintCase,
  answer: ServerAnswer,
): Finding[] {
  const findings = [...judgeByContract(rules, operation, answer).findings];
  const { status } = answer;
  const { body } = partsOf(operation, answer);
  const isNamed =
    holds(body, field) ||
    holds(body, pointerOf(constraint.place)) ||
    (code !== undefined && holds(body, code));
  const found = `${String(status)} ${excerpt(answer)}`;
  if (status >= 500)
    findings.push({ message: `expected no server error, found ${found}` });
  else if (edge === "inside" && status >= 400 && isNamed)
    findings.push({
      message: `${field} is allowed, but was refused: ${found}`,
      source,
    });
  else if (edge === "outside" && status < 400)
    findings.push({
      message: `${field} is not allowed, but was accepted: ${found}`,
      source,
    });
  else if (edge === "outside" && !isNamed && !isCredential(operation, field))
    findings.push({
      message: `the refusal has to name ${field}: ${found}`,
      source,
    });
  return findings;
}

/** Who may ask is refused without a word on why. */
function isCredential(
  { parameters }: ConstraintCase["operation"],
  field: string,
): boolean {
  return parameters.some(
    ({ name, credential }) => credential && name === field,
  );
}

/** Whether a value is found anywhere inside another. */
function holds(value: unknown, sought: string | number): boolean {
  if (value === sought) return true;
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).some((each) => holds(each, sought))
  );
}

/** Where a body has a place, as problem details (RFC 9457) write it. */
function pointerOf(place: string): string {
  return `#${place.replace(/^\/body/, "")}`;
}
