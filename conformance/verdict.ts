import {
  ruleOfField,
  type Fault,
  type RulePositions,
  type SourcePosition,
} from "@contract-toolkit/kernel";
import type { CaseHead, Target } from "./cases/case.ts";
import type { Difference } from "./json/compare.ts";
import type { ShownExchange, Trace } from "./transcript/exchange.ts";
import { isSilence } from "./errors.ts";

export interface Finding {
  readonly message: string;
  /** The message without what the target made, where that is told apart; another run says the same. */
  readonly repeatable?: string;
  /** The TypeSpec of the rule that was broken, where it is another place than the case's own. */
  readonly source?: SourcePosition;
}

/** What came of playing a case. `failed` counts against the target; `error` says nothing of it: the case could not be played. */
export interface Verdict {
  readonly case: CaseHead;
  readonly target: Target;
  readonly outcome: "passed" | "failed" | "error";
  readonly findings: readonly Finding[];
  /** What was sent and answered, by the index of the finding that it shows the cause of; where nothing was sent, nothing. */
  readonly exchanges?: readonly (ShownExchange | undefined)[];
  /** It could not be played because nothing was answered. */
  readonly isSilence?: true;
}

export function verdict(played: CaseHead, target: Target, findings: readonly Finding[]): Verdict {
  return {
    case: played,
    target,
    outcome: findings.length === 0 ? "passed" : "failed",
    findings,
  };
}

/** A case that could not be played is no success and no skip: the suite itself is at fault. */
export function errorVerdict(played: CaseHead, target: Target, error: unknown): Verdict {
  const reason = error instanceof Error ? messageOf(error) : String(error);
  return {
    case: played,
    target,
    outcome: "error",
    findings: [{ message: `could not be played: ${reason}` }],
    ...(isSilence(error) && { isSilence: true }),
  };
}

export function withExchange(verdict: Verdict, { exchange }: Trace): Verdict {
  if (verdict.findings.length === 0 || !exchange) return verdict;
  const shown = exchange();
  return shown === undefined
    ? verdict
    : { ...verdict, exchanges: verdict.findings.map(() => shown) };
}

export function describeDifference(
  what: string,
  { pointer, expected, found }: Difference,
): Finding {
  const told = `${what}${pointer}: expected ${show(expected)}, found `;
  // What the case does not speak of is of a kind; its value is the target's own.
  const isOwn = found !== undefined && (expected === undefined || typeof found === "object");
  return {
    message: told + show(found),
    ...(isOwn && { repeatable: told + typeName(found) }),
  };
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}

/** A broken rule of the contract, with the place of its TypeSpec. */
export function describeFault(
  { pointer, reason, rule = "" }: Fault,
  positionOf: RulePositions,
): Finding {
  const source = positionOf(ruleOfField(pointer, rule));
  return { message: `${pointer} ${reason}`, ...(source && { source }) };
}

/** A value that the target or its contract has made, shortened for a message. */
export function show(value: unknown): string {
  return value === undefined ? "nothing" : shorten(JSON.stringify(value));
}

/** The beginning of a text that somebody else wrote, fit for one line of a terminal: a body may be a page, or 10 MB. */
export function shorten(text: string, most = mostCharacters): string {
  const start = text.slice(0, most).replace(/\p{Cc}+/gu, " ");
  return text.length > most ? `${start}…` : start;
}

/** Enough to recognise a value by. */
const mostCharacters = 500;

/** A verdict in words: the case, what differed, and where its TypeSpec is. */
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

/** `main.tsp:12` */
export function describePosition({ file, line }: SourcePosition): string {
  return `${file}:${line}`;
}

/** fetch says only that it failed; why is in its cause. */
function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${messageOf(cause)}` : message;
}
