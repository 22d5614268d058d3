/** Judges a server whose state the run does not set up, by a document that its maker wrote. */
import { pointerStep, type Operation } from "@contract-toolkit/contract";
import type { Case, CaseHead, ConstraintCase } from "../cases/case.ts";
import { HUNG_UP } from "../errors.ts";
import {
  errorVerdict,
  keepFindings,
  type Finding,
  type ResponseViolation,
  type Verdict,
} from "../verdict.ts";
import { pathParameters } from "./sequence.ts";
import { isRefusal } from "../targets/response.ts";

/** A case of an operation. */
type Played = Case | ConstraintCase | (CaseHead & { readonly operation: Operation });

export type AllowsResponse = (operation: Operation, violation: ResponseViolation) => boolean;

/** Corrects verdicts: what HTTP allows or the run may have caused is no finding, and a finding about responses is reported once. */
export class DocumentJudge {
  readonly #secured: ReadonlySet<Operation>;
  readonly #allows: AllowsResponse;
  readonly #reported = new Set<string>();

  /**
   * @param secured the operations that declare security
   * @param allows whether the document itself allows what violates the contract that was made of it
   */
  constructor(secured: ReadonlySet<Operation>, allows: AllowsResponse) {
    this.#secured = secured;
    this.#allows = allows;
  }

  judge(played: Played, verdict: Verdict): Verdict {
    if (verdict.outcome === "error") return asFailureIfHungUp(verdict);
    if (verdict.findings.some((finding) => violatedStatus(finding) === 429))
      return errorVerdict(
        played,
        verdict.target,
        new Error("the server answers with 429, too many requests; play this operation alone"),
      );
    return keepFindings(verdict, (finding) =>
      this.isAllowed(played, finding) || !this.#isNews(played, finding) ? undefined : finding,
    );
  }

  /**
   * Whether an undocumented status is right all the same: the general refusals of HTTP (RFC 9110, section 15.5), a resource that
   * is gone or a value that is used, which an earlier case may have caused, a text of unusual characters that the server does
   * not know, or a field of the body that contradicts the path.
   */
  isAllowed(played: Played | Pick<Played, "operation">, finding: Finding): boolean {
    const { violation } = finding;
    if (violation && this.#allows(played.operation, violation)) return true;
    const status = violatedStatus(finding);
    if (status === undefined) return false;
    const { constraint, boundary } = "constraint" in played ? played : {};
    const names = pathParameters(played.operation);
    const isUnusual = boundary === "valid" && constraint?.keyword === "characters";
    const isOtherThanInPath =
      boundary === "valid" &&
      names.some((name) => constraint?.place === `/body/${pointerStep(name)}`);
    const isWithoutType =
      boundary === "invalid" &&
      (constraint?.keyword === "contentType" ||
        (constraint?.keyword === "required" && constraint.place === "/body"));
    return (
      stateStatuses.has(status) ||
      tooLargeStatuses.has(status) ||
      ((status === 404 || status === 410) && names.length > 0) ||
      ((status === 401 || status === 403) && this.#secured.has(played.operation)) ||
      (status === 415 && isWithoutType) ||
      (isRefusal(status) && (isUnusual || isOtherThanInPath))
    );
  }

  /** A finding about a response, and not about the value that was sent, is the same in every case of an operation. */
  #isNews({ operation }: Played, { message, violation }: Finding): boolean {
    const { part, status } = violation ?? { status: 0 };
    if (part === undefined || (part === "status" && status >= 500)) return true;
    const what = part === "status" ? status : message.replaceAll(/\/\d+(?=[/ ])/g, "/[]");
    const key = `${operation.id} ${what}`;
    if (this.#reported.has(key)) return false;
    this.#reported.add(key);
    return true;
  }
}

/** A conflict and a failed precondition. */
const stateStatuses: ReadonlySet<number> = new Set([409, 412]);

/** Limits of any server: body, address and headers. */
const tooLargeStatuses: ReadonlySet<number> = new Set([413, 414, 431]);

function violatedStatus({ violation }: Finding): number | undefined {
  return violation?.part === "status" ? violation.status : undefined;
}

/** Whatever is asked, a server gives a response. */
function asFailureIfHungUp(verdict: Verdict): Verdict {
  return verdict.isHungUp === true
    ? { ...verdict, outcome: "failed", findings: [{ message: HUNG_UP }] }
    : verdict;
}
