import { jsonOr } from "../../../../conformance/wire-body.ts";

/** A header line with its name as it was sent. */
export type Header = readonly [name: string, value: string];

interface Message {
  readonly headers: readonly Header[];
  readonly body: string;
}

/** Parses a body. Returns undefined if it is empty, and the text if it is not JSON. */
export function readBody({ headers, body }: Message): unknown {
  if (body === "") return undefined;
  if (headerOf(headers, "content-type")?.startsWith("text/")) return body;
  return jsonOr(body);
}

export function withBody<Kind extends Message>(message: Kind, value: unknown): Kind {
  const isText = headerOf(message.headers, "content-type")?.startsWith("text/");
  const body = isText && typeof value === "string" ? value : JSON.stringify(value);
  return { ...message, body };
}

export function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([key]) => isSame(key, name))?.[1];
}

export function withoutHeader(headers: readonly Header[], name: string): Header[] {
  return headers.filter(([key]) => !isSame(key, name));
}

/** A copy with one header changed. */
export function withHeader(
  headers: readonly Header[],
  name: string,
  change: (header: Header) => Header,
): Header[] {
  return headers.map((header) => (isSame(header[0], name) ? change(header) : header));
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
