import type { OperationTypes, Reply } from "@contract-toolkit/kernel";

/** Response headers by documented name, before they are written as text. */
export type HeaderValues = Readonly<
  Record<string, HeaderValue | readonly HeaderValue[] | undefined>
>;

type HeaderValue = string | number | boolean;

export const noHeaders: HeaderValues = Object.freeze({});

/** What is about to be sent: a status with its body and documented headers. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: HeaderValues;
  /** Undefined: as the contract documents it. */
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

/** The value of a header of an answer, whatever the case of its name. */
export function headerOf({ headers }: Answer, name: string): HeaderValues[string] {
  if (headers === noHeaders) return undefined;
  for (const [each, value] of Object.entries(headers))
    if (each.toLowerCase() === name) return value;
  return undefined;
}

/** The `reply` that handlers are given: the only way to make an answer. */
// What makes it precise is there for the compiler alone; at run time the router takes nothing but an `Answer`.
export const reply = ((status: number, body: unknown, headers?: HeaderValues) =>
  new Answer(status, body, headers)) as unknown as Reply<OperationTypes>;
