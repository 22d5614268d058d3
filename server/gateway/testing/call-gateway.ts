import { isContainer } from "@contract-toolkit/contract";

export interface GatewayResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request as a partner. */
export type Call = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
) => Promise<GatewayResponse>;

/** @throws TypeError when there is no response; it is then unknown whether the request was carried out */
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

/** Reads a text inside a response. */
export function textIn(body: unknown, ...path: readonly string[]): string {
  let value = body;
  for (const name of path) value = isContainer(value) ? Reflect.get(value, name) : undefined;
  if (typeof value !== "string")
    throw new TypeError(`There is no text at ${path.join(".")} in ${JSON.stringify(body)}.`);
  return value;
}
