import type { OperationTypes, Reply } from "@contract-toolkit/contract";

/** Response headers by documented name, before they become texts. */
export type HeaderValues = Readonly<
  Record<string, HeaderValue | readonly HeaderValue[] | undefined>
>;

type HeaderValue = string | number | boolean;

export const noHeaders: HeaderValues = Object.freeze({});

/** A response to be sent. */
export class PreparedResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: HeaderValues;
  /** If undefined, the contract's own. */
  readonly contentType: string | undefined;

  constructor(
    status: number,
    body: unknown,
    headers: HeaderValues = noHeaders,
    contentType?: string,
  ) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.contentType = contentType;
  }
}

/** The value of a header. The case of its name does not matter. */
export function findResponseHeader(
  { headers }: PreparedResponse,
  name: string,
): HeaderValues[string] {
  if (headers === noHeaders) return undefined;
  for (const [text, value] of Object.entries(headers))
    if (text.toLowerCase() === name) return value;
  return undefined;
}

/** The `reply` of handlers. Its exact type exists only for the compiler. At run time, the router accepts only a `PreparedResponse`. */
export const reply = ((status: number, body: unknown, headers?: HeaderValues) =>
  new PreparedResponse(status, body, headers)) as unknown as Reply<OperationTypes>;
