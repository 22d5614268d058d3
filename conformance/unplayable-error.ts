/** What is tested can no longer be driven, so that nothing can be said of it: neither that it kept the contract nor that it broke it. */
export class UnplayableError extends Error {
  override readonly name = "UnplayableError";
  readonly code = "unplayable";
}
