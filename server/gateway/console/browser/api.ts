import type { Session } from "./session.ts";

/** An answer of the gateway. */
export interface Answered<Body> {
  readonly status: number;
  /** Undefined for an error. */
  readonly body: Body | undefined;
  /** The error in one line. */
  readonly failure: string | undefined;
}

/** Calls the gateway or its sandbox contract as the partner of a session. */
export type Call = <Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered<Body>>;

/** Headers of every call. `X-Console` keeps reads of the console out of the list of requests. */
export function headersOf({ jwt }: Session): Readonly<Record<string, string>> {
  return { "X-SERVICE-AUTH": `Bearer ${jwt}`, "X-Console": "1" };
}

/** Makes the function that calls the gateway in a session. */
export function createCall(session: Session): Call {
  return async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Answered<Body>> => {
    const hasBody = body !== undefined;
    const response = await fetch(path, {
      method,
      headers: {
        ...headersOf(session),
        ...headers,
        ...(hasBody && { "Content-Type": "application/json" }),
      },
      ...(hasBody && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const content = text === "" ? undefined : (JSON.parse(text) as unknown);
    const { status, ok } = response;
    return ok
      ? { status, body: content as Body, failure: undefined }
      : { status, body: undefined, failure: `${status}: ${failureOf(content)}` };
  };
}

function failureOf(content: unknown): string {
  const { message = "", errors = [] } = (content ?? {}) as {
    message?: string;
    errors?: readonly { field: string; reason: string }[];
  };
  return [message, ...errors.map(({ field, reason }) => `${field} ${reason}`)].join(" ");
}
