import {
  isOfPattern,
  type CoveredConstraints,
  type Planned,
} from "@contract-toolkit/conformance/internal";
import type { ReplayOptions } from "./options.ts";

/** Everything that there is to play on the target, which is let go at the end of its scope. */
export interface Plan extends AsyncDisposable {
  readonly planned: readonly Planned[];
  /** What the server that was started for the run wrote to standard error last. */
  readonly errors?: () => string;
  /** The constraints that concern the target. */
  readonly constraints: CoveredConstraints;
  /** How the server answers for operations that it does not have, by their ids. */
  readonly absences?: ReadonlyMap<string, string>;
  /** How many cases may be played at a time; 1 unless said otherwise. */
  readonly concurrency?: number;
  /** Ids of the cases that are played alone nevertheless. */
  readonly exclusive?: ReadonlySet<string>;
}

/** Which cases are played: those of one of the included patterns, or all if there is none, but for the excluded ones. */
export function isChosen({
  include,
  exclude,
}: Pick<ReplayOptions, "include" | "exclude">): (played: { readonly id: string }) => boolean {
  return ({ id }) => {
    const isOfOne = (patterns: readonly string[]) =>
      patterns.some((pattern) => isOfPattern(pattern, id));
    return (include.length === 0 || isOfOne(include)) && !isOfOne(exclude);
  };
}

/** What the message begins with, which says that a contract has no case: other commands look for it. */
export const nothingToPlay = "There is nothing to play";
