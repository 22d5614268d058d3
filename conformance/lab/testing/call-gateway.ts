import { isContainer } from "@contract-toolkit/kernel";

/** The answer to a call. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls a gateway as one of its partners. */
export type Call = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
) => Promise<Answer>;

/** @throws TypeError when there was no answer, so that nobody knows what was done */
export function callGateway(url: string, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        "X-SERVICE-AUTH": token,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text) };
  };
}

/** A text inside an answer. */
export function textIn(body: unknown, ...path: readonly string[]): string {
  let value = body;
  for (const name of path) value = isContainer(value) ? Reflect.get(value, name) : undefined;
  if (typeof value !== "string")
    throw new TypeError(`No text at ${path.join(".")} in ${JSON.stringify(body)}.`);
  return value;
}
