/** Judges a server whose state the run does not set up, by a document that its maker wrote. */
import type { Operation } from "@contract-toolkit/contract";
import type { Case, CaseHead, ConstraintCase } from "../cases/case.ts";
import { HUNG_UP } from "../errors.ts";
import { errorVerdict, type Finding, type Verdict } from "../verdict.ts";
import { pathParameters } from "./sequence.ts";

/** A case of an operation. */
type Played = Case | ConstraintCase | (CaseHead & { readonly operation: Operation });

/** Corrects verdicts: what HTTP allows or the run may have caused is no finding, and a finding about responses is reported once. */
export class DocumentJudge {
  readonly #secured: ReadonlySet<Operation>;
  readonly #reported = new Set<string>();

  /** @param secured the operations that declare security */
  constructor(secured: ReadonlySet<Operation>) {
    this.#secured = secured;
  }

  judge(played: Played, verdict: Verdict): Verdict {
    if (verdict.outcome === "error") return asFailureIfHungUp(verdict);
    if (verdict.findings.some((finding) => undocumentedStatus(finding) === 429))
      return errorVerdict(
        played,
        verdict.target,
        new Error("the server answers with 429, too many requests; play this operation alone"),
      );
    const kept = verdict.findings
      .map((finding, index) => ({ finding, exchange: verdict.exchanges?.[index] }))
      .filter(({ finding }) => !this.#isAllowed(played, finding) && this.#isNews(played, finding));
    return {
      ...verdict,
      outcome: kept.length === 0 ? "passed" : "failed",
      findings: kept.map(({ finding }) => finding),
      ...(verdict.exchanges && { exchanges: kept.map(({ exchange }) => exchange) }),
    };
  }

  /**
   * Whether an undocumented status is right all the same: the general refusals of HTTP (RFC 9110, section 15.5), a resource that
   * is gone or a value that is used, which an earlier case may have caused, or a text of unusual characters that the server does
   * not know.
   */
  #isAllowed(played: Played, finding: Finding): boolean {
    const status = undocumentedStatus(finding);
    if (status === undefined) return false;
    const { constraint, boundary } = "constraint" in played ? played : {};
    const isUnusual = boundary === "valid" && constraint?.keyword === "characters";
    const isWithoutType =
      boundary === "invalid" &&
      (constraint?.keyword === "contentType" ||
        (constraint?.keyword === "required" && constraint.place === "/body"));
    return (
      stateStatuses.has(status) ||
      tooLargeStatuses.has(status) ||
      ((status === 404 || status === 410) && pathParameters(played.operation).length > 0) ||
      ((status === 401 || status === 403) && this.#secured.has(played.operation)) ||
      (status === 415 && isWithoutType) ||
      (status >= 400 && status < 500 && isUnusual)
    );
  }

  /** A finding about a response, and not about the value that was sent, is the same in every case of an operation. */
  #isNews({ operation }: Played, finding: Finding): boolean {
    const { message } = finding;
    const status = undocumentedStatus(finding);
    const isOfResponse = /^(content type:|\/(body|headers)\b)/.test(message);
    if (!isOfResponse && (status === undefined || status >= 500)) return true;
    const what = status ?? message.replaceAll(/\/\d+(?=[/ ])/g, "/[]");
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

function undocumentedStatus({ message }: Finding): number | undefined {
  const status = /^status (\d+) is not documented/.exec(message)?.[1];
  return status === undefined ? undefined : Number(status);
}

/** Whatever is asked, a server gives a response. */
function asFailureIfHungUp(verdict: Verdict): Verdict {
  const isHungUp = verdict.findings.some(({ message }) => message.includes(HUNG_UP));
  return isHungUp ? { ...verdict, outcome: "failed", findings: [{ message: HUNG_UP }] } : verdict;
}
