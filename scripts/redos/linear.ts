import recheck from "recheck/lib/browser.js";
import checker from "recheck/package.json" with { type: "json" };
import { createMemory } from "./memory.ts";

/** An expression that may take more than linear time on hostile text. */
export interface Weakness {
  /** How the time grows, for example `2nd degree polynomial`. */
  readonly growth: string;
  /** A text that shows it, as JavaScript. Nothing where the checker came to no verdict. */
  readonly attack?: string;
}

/**
 * What is wrong with the time that a search for an expression takes, or undefined when it is linear in the length of
 * the text. An expression that cannot be decided is taken for a weak one.
 *
 * @param flags those of a JavaScript expression
 * @example
 * weaknessOf("\\s+$", "")?.growth; // "2nd degree polynomial": it is tried again from each space
 */
export function weaknessOf(source: string, flags: string): Weakness | undefined {
  const key = `/${source}/${flags}`;
  const known = memory.recall(key);
  if (known) return known.weakness;
  const weakness = judge(source, flags);
  memory.note(key, { weakness });
  return weakness;
}

/**
 * An expression with counts or look-around is judged by attacks, of which a limit of steps and a limit of time end each.
 * The limits of time are long enough to be out of the question on a busy machine, so that the steps decide and the
 * verdict is the same everywhere.
 */
const limits = {
  attackLimit: 3_000_000,
  incubationLimit: 10_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 50,
  maxIteration: 10,
  attackTimeout: 20_000,
  incubationTimeout: 20_000,
  seedingTimeout: 10_000,
  timeout: 40_000,
};

/** Some expressions take a second, and the same ones are judged again after each change of a project. */
const memory = createMemory<{ readonly weakness?: Weakness | undefined }>("expressions", [
  checker.version,
  limits,
]);

function judge(source: string, flags: string): Weakness | undefined {
  const verdict = recheck.checkSync(source, flags, limits);
  switch (verdict.status) {
    case "safe":
      return undefined;
    case "vulnerable":
      return {
        growth: verdict.complexity.summary.replace(" (fuzz)", ""),
        attack: verdict.attack.pattern,
      };
    case "unknown":
      return { growth: `the checker came to no result (${verdict.error.kind})` };
  }
}

/** One line about a weak expression. */
export function describeWeakness({ growth, attack }: Weakness): string {
  const shown = attack !== undefined && attack.length <= 200 ? `, as with ${attack}` : "";
  return `may take more than linear time: ${growth}${shown}`;
}

/** What to do about weak expressions. */
export const advice =
  "Begin the expression with ^, so that it is not tried from every character; let neighbouring repetitions share no character, and give repetitions an upper limit. A limit on the length of the text does not help, because the expression runs before the length is checked.";
