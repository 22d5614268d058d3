/** A response that is not a success (2xx), thrown by `unwrap`. */
export class ResponseError<Response extends ReadResponse = ReadResponse> extends Error {
  override readonly name = "ResponseError";
  /** The documented response. */
  readonly response: Response;

  constructor(response: Response) {
    super(`The response has the status ${response.status}.`);
    this.response = response;
  }

  get status(): Response["status"] {
    return this.response.status;
  }
}

/**
 * Resolves to the body of a success (2xx), instead of a response to switch over.
 *
 * @throws {ResponseError} with any other documented response, and what the call rejects with
 * @example
 * const note = await unwrap(client.readNote({ path: { name: "tea" } }));
 */
export async function unwrap<Response extends ReadResponse>(
  call: Promise<Response>,
): Promise<SuccessBody<Response>> {
  const response = await call;
  if (isSuccess(response)) return response.body;
  throw new ResponseError(response);
}

/** The body of a success, of all responses of an operation. */
export type SuccessBody<Response extends ReadResponse> = Extract<Response, Success>["body"];

/** A response of a client. */
export interface ReadResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The registered statuses of a success (RFC 9110, section 15.3; RFC 4918, 5842 and 3229). */
interface Success {
  readonly status: 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
}

function isSuccess<Response extends ReadResponse>(
  response: Response,
): response is Extract<Response, Success> {
  return response.status >= 200 && response.status < 300;
}
