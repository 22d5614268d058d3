import {
  cutMiddle,
  ruleOfField,
  type Violation,
  type RulePositions,
  type SourcePosition,
} from "@contract-toolkit/contract";
import type { CaseHead, Target } from "./cases/case.ts";
import type { Difference } from "./json-comparison/compare.ts";
import type { ShownExchange, Trace } from "./exchanges/exchange.ts";
import { findWithCode, MissingStateError } from "./errors.ts";

export interface Finding {
  readonly message: string;
  /** The message without values that the target made, if those are known. Every run has the same text. */
  readonly repeatable?: string;
  /** The TypeSpec position of the broken rule, if it is not that of the case. */
  readonly source?: SourcePosition;
  /** Set if a value is not the expected one. */
  readonly difference?: Difference;
  /** Set if a response violates the contract, whatever was sent. */
  readonly violation?: ResponseViolation;
  /** Set if choices of the contract may be at what is found. */
  readonly about?: FoundPlace;
  /** Choices of the contract that it rests on, which are not documented. */
  readonly choices?: readonly string[];
}

/** A place of the response, or with `isSent` of the message that was sent; or which refusal it is, if there is one. */
export type FoundPlace =
  | "refusal"
  | {
      readonly pointer: string;
      /** Whether a field is there. The object that it is in says so. */
      readonly isPresence?: boolean;
      readonly isSent?: true;
    };

/** How a response violates the contract by itself. */
export interface ResponseViolation {
  /** The part that is not as documented. */
  readonly part: "status" | "content type" | "headers" | "body";
  readonly status: number;
  /** As sent; absent if there was none. */
  readonly contentType?: string;
  readonly isEmpty: boolean;
  /** The broken rule of the headers or the body, if the schema was applied. */
  readonly broken?: Violation;
}

/** Result of playing a case. `failed` counts against the target. `error`: the case could not be played. */
export interface Verdict {
  readonly case: CaseHead;
  readonly target: Target;
  readonly outcome: "passed" | "failed" | "error";
  readonly findings: readonly Finding[];
  /** Requests and responses by the index of the finding that they caused; undefined if nothing was sent. */
  readonly exchanges?: readonly (ShownExchange | undefined)[];
  /** Set if the case could not be played because no response came. */
  readonly isSilence?: true;
  /** Set if the case could not be played because the target closed the connection. */
  readonly isHungUp?: true;
  /** The provider state that the case could not be played without. */
  readonly missingState?: string;
}

export function verdict(played: CaseHead, target: Target, findings: readonly Finding[]): Verdict {
  return {
    case: played,
    target,
    outcome: findings.length === 0 ? "passed" : "failed",
    findings,
  };
}

/** The verdict of a case that could not be played. It neither passes nor is skipped. */
export function errorVerdict(played: CaseHead, target: Target, error: unknown): Verdict {
  const missing = findWithCode(error, "missing-state");
  const reason = error instanceof Error ? messageWithCauses(error) : String(error);
  return {
    case: played,
    target,
    outcome: "error",
    findings: [{ message: `could not be played: ${reason}` }],
    ...(findWithCode(error, "no-response") && { isSilence: true }),
    ...(findWithCode(error, "hung-up") && { isHungUp: true }),
    ...(missing instanceof MissingStateError && { missingState: missing.state }),
  };
}

/** The verdict with the findings that are kept, perhaps changed, and their exchanges. */
export function keepFindings(
  verdict: Verdict,
  keep: (finding: Finding) => Finding | undefined,
): Verdict {
  const kept = verdict.findings.flatMap((finding, index) => {
    const left = keep(finding);
    return left ? [{ finding: left, exchange: verdict.exchanges?.[index] }] : [];
  });
  return {
    ...verdict,
    outcome: kept.length === 0 ? "passed" : "failed",
    findings: kept.map(({ finding }) => finding),
    ...(verdict.exchanges && { exchanges: kept.map(({ exchange }) => exchange) }),
  };
}

export function withExchange(verdict: Verdict, { exchange }: Trace): Verdict {
  if (verdict.findings.length === 0 || !exchange) return verdict;
  const shown = exchange();
  return shown === undefined
    ? verdict
    : { ...verdict, exchanges: verdict.findings.map(() => shown) };
}

export function describeDifference(what: string, difference: Difference): Finding {
  const { pointer, expected, found } = difference;
  const start = `${what}${pointer}: expected ${show(expected)}, found `;
  // Values that the case does not mention are reported by their kind, because they belong to the target.
  const isOwn = found !== undefined && (expected === undefined || typeof found === "object");
  return {
    message: start + show(found),
    difference,
    about: { pointer, isPresence: expected === undefined || found === undefined },
    ...(isOwn && { repeatable: start + typeName(found) }),
  };
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}

/** Finding for a broken rule of the contract, with the rule's position in TypeSpec. */
export function describeViolation(
  { pointer, reason, rule = "" }: Violation,
  positionOf: RulePositions,
): Finding {
  const source = positionOf(ruleOfField(pointer, rule));
  const about = { pointer, isPresence: rule.endsWith("/required") };
  return { message: `${pointer} ${reason}`, about, ...(source && { source }) };
}

/** Writes a value for a message, shortened. */
export function show(value: unknown): string {
  return value === undefined ? "nothing" : shorten(JSON.stringify(value));
}

/** A text in one line, cut in the middle. A body may be a page, or have 10 MB. */
export function shorten(text: string, most = mostCharacters): string {
  return cutMiddle(text, most).replace(/\p{Cc}+/gu, " ");
}

/** Enough to recognise a value. */
const mostCharacters = 500;

/** Describes a verdict: the case, its findings, and their TypeSpec positions. */
export function describeVerdict({ case: played, target, outcome, findings }: Verdict): string {
  return [
    `${outcome} ${target} ${played.id} (${describePosition(played.source)})`,
    ...findings.map((finding) => `    ${describeFinding(finding)}`),
    ...(played.why && findings.length > 0 ? [`    why: ${played.why}`] : []),
  ].join("\n");
}

export function describeFinding({ message, source }: Finding): string {
  return source ? `${message} (${describePosition(source)})` : message;
}

/** Writes a position as `main.tsp:12`. */
export function describePosition({ file, line }: SourcePosition): string {
  return `${file}:${line}`;
}

/** Adds the message of the cause, because fetch only reports that it failed. */
function messageWithCauses({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${messageWithCauses(cause)}` : message;
}
