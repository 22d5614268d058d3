/**
 * Why a request has no response of its handler:
 * - `problem`: the request or the response is refused (`ProblemError`)
 * - `middleware-answered`: a middleware of the operation tried to answer, which only handlers and the error handler may
 * - `body-already-read`: middleware before the router has read the body without leaving it in a usable form
 * - `client-gone`: the client went away before its request was complete, so nobody can be answered
 */
export type SkeletonErrorCode =
  | "problem"
  | "middleware-answered"
  | "body-already-read"
  | "client-gone";

/** An error of the skeleton itself. `code` says which. */
export class SkeletonError extends Error {
  override readonly name: string = "SkeletonError";
  readonly code: SkeletonErrorCode;

  constructor(code: SkeletonErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
