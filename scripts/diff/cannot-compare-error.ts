/** What was given is nothing that can be compared; the message says why. */
export class CannotCompareError extends Error {
  readonly code = "cannot-compare";
}
