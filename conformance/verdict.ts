import type { Fault } from "../generated/contract.ts";
import type { Case } from "./case.ts";
import type { Difference } from "./compare.ts";
import type { RulePositions } from "./suite.ts";

/** Who was tested with a case. */
export type Side = "server" | "client" | "receiver";

/** What came of playing a case. `broken` blames the side under test, `failed` the suite itself. */
export interface Verdict {
  readonly case: Case;
  readonly side: Side;
  readonly outcome: "kept" | "broken" | "failed";
  readonly findings: readonly string[];
}

export function verdict(
  played: Case,
  side: Side,
  findings: readonly string[],
): Verdict {
  return {
    case: played,
    side,
    outcome: findings.length === 0 ? "kept" : "broken",
    findings,
  };
}

/** A case that could not be played is no success and no skip: the suite itself has failed. */
export function failure(played: Case, side: Side, error: unknown): Verdict {
  const reason = error instanceof Error ? messageOf(error) : String(error);
  return {
    case: played,
    side,
    outcome: "failed",
    findings: [`could not be played: ${reason}`],
  };
}

export function describeDifference(
  what: string,
  { pointer, expected, found }: Difference,
): string {
  return `${what}${pointer}: expected ${show(expected)}, found ${show(found)}`;
}

/** A broken rule of the contract, with the place of its TypeSpec. */
export function describeFault(
  { pointer, reason, rule = "" }: Fault,
  positionOf: RulePositions,
): string {
  const source = positionOf(rule);
  const place = source ? ` (${source.file}:${String(source.line)})` : "";
  return `${pointer} ${reason}${place}`;
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** A verdict in words: the case, what differed, and where its TypeSpec is. */
export function describeVerdict({
  case: played,
  side,
  outcome,
  findings,
}: Verdict): string {
  const { file, line } = played.source;
  return [
    `${outcome} ${side} ${played.id} (${file}:${String(line)})`,
    ...findings.map((finding) => `    ${finding}`),
    ...(played.why && findings.length > 0 ? [`    why: ${played.why}`] : []),
  ].join("\n");
}

/** fetch says only that it failed; why is in its cause. */
function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
