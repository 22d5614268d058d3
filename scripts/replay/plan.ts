import type { CoveredConstraints, Planned } from "@contract-toolkit/conformance/internal";

/** Everything that there is to play on the target, which is let go at the end of its scope. */
export interface Plan extends AsyncDisposable {
  readonly planned: readonly Planned[];
  /** The constraints that concern the target. */
  readonly constraints: CoveredConstraints;
  /** How the server answers for operations that it does not have, by their ids. */
  readonly absences?: ReadonlyMap<string, string>;
  /** How many cases may be played at a time; 1 unless said otherwise. */
  readonly concurrency?: number;
  /** Ids of the cases that are played alone nevertheless. */
  readonly exclusive?: ReadonlySet<string>;
}
