/** A provider state could not be set up because of what the target under test has answered: it counts against the target. */
export class TargetFaultError extends Error {
  readonly code = "target-fault";
}
