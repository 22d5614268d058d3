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
 * @param Failure the class that any other documented response is thrown as
 * @throws {ResponseError} with any other documented response, and what the call rejects with
 * @example
 * const note = await unwrap(client.readNote({ path: { name: "tea" } }));
 */
export async function unwrap<Response extends ReadResponse>(
  call: Promise<Response>,
  Failure: new (response: Response) => Error = ResponseError,
): Promise<SuccessBody<Response>> {
  const response = await call;
  if (isSuccess(response)) return response.body;
  throw new Failure(response);
}

/** A client whose methods resolve to the body of a success. Each has the class of the errors that it throws. */
export type Unwrapped<Client> = {
  readonly [Id in keyof Client]: Client[Id] extends Call<infer Args, infer Response>
    ? ((...args: Args) => Promise<SuccessBody<Response>>) & {
        readonly Error: new (response: Response) => ResponseError<Exclude<Response, Success>>;
      }
    : never;
};

type Call<Args extends readonly unknown[], Response extends ReadResponse> = (
  ...args: Args
) => Promise<Response>;

/**
 * Makes the methods of a client resolve to the body of a success. A method throws any other documented response as an error of its
 * own class, which tells the operation and the types of its responses.
 *
 * @example
 * const notes = unwrapClient(client);
 * try {
 *   console.log((await notes.readNote({ path: { name: "tea" } })).text);
 * } catch (error) {
 *   if (error instanceof notes.readNote.Error && error.response.status === 404) console.log(error.response.body.detail);
 *   else throw error;
 * }
 */
export function unwrapClient<Client extends object>(client: Client): Unwrapped<Client>;
export function unwrapClient(client: Readonly<Record<string, Call<unknown[], ReadResponse>>>) {
  return Object.fromEntries(
    Object.entries(client).map(([id, call]) => {
      class OperationError extends ResponseError {
        readonly operation = id;
      }
      const method = (...args: unknown[]) => unwrap(call(...args), OperationError);
      return [id, Object.assign(method, { Error: OperationError })];
    }),
  );
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
