import type { ShellCredential } from "../../../../inspector/recorded-request.ts";

/** The credential of the console. */
export interface Session {
  readonly jwt: string;
  /** Known only on a loopback address. */
  readonly partnerCode?: string;
  readonly secret?: string;
}

/** A response of the gateway. */
export interface ApiResponse<Body> {
  /** 0 if no response arrived. */
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
) => Promise<ApiResponse<Body>>;

/** The credential of commands. */
export const credential: ShellCredential = {
  in: "header",
  name: "X-SERVICE-AUTH",
  type: "Bearer",
  variable: "TOKEN",
};

/** Headers of every call. `X-Console` keeps reads of the console out of the list of requests. */
export function consoleHeaders({ jwt }: Session): Readonly<Record<string, string>> {
  return { "X-SERVICE-AUTH": `Bearer ${jwt}`, "X-Console": "1" };
}

/** Makes the function that calls the gateway in a session. */
export function createCall(session: Session): Call {
  return async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<ApiResponse<Body>> => {
    const hasBody = body !== undefined;
    const failed = (status: number, failure: string) => ({ status, body: undefined, failure });
    try {
      const { status, ok, text } = await fetchText(path, {
        method,
        headers: {
          ...consoleHeaders(session),
          ...headers,
          ...(hasBody && { "Content-Type": "application/json" }),
        },
        ...(hasBody && { body: JSON.stringify(body) }),
      });
      const content = parseApiJson(text);
      if (content === notJson) return failed(status, `${status}: The response is not JSON.`);
      return ok
        ? { status, body: content as Body, failure: undefined }
        : failed(status, `${status}: ${describeApiError(content)}`);
    } catch (error) {
      return failed(0, `The gateway did not answer: ${String(error)}`);
    }
  };
}

async function fetchText(path: string, request: RequestInit) {
  const response = await fetch(path, request);
  return { status: response.status, ok: response.ok, text: await response.text() };
}

const notJson = Symbol("not JSON");

function parseApiJson(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return notJson;
  }
}

function describeApiError(content: unknown): string {
  const { message = "", errors = [] } = (content ?? {}) as {
    message?: string;
    errors?: readonly { field: string; reason: string }[];
  };
  return [message, ...errors.map(({ field, reason }) => `${field} ${reason}`)].join(" ");
}
