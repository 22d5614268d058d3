import type { CoveredConstraints, Planned } from "@contract-toolkit/conformance";

/** Everything that there is to play on the target, which is let go at the end of its scope. */
export interface Plan extends AsyncDisposable {
  readonly planned: readonly Planned[];
  /** The constraints that concern the target. */
  readonly constraints: CoveredConstraints;
}
