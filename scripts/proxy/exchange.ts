/** A request and its response as they were on the wire. Names and values of headers alternate. */
export interface WireExchange {
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly durationMs: number;
  readonly request: WireMessage & {
    readonly method: string;
    /** Path and query, below the path of the server. */
    readonly target: string;
  };
  /** A text says why there was none. */
  readonly response: (WireMessage & { readonly status: number }) | string;
}

interface WireMessage {
  readonly headers: readonly string[];
  /** Empty if there was none. A text says why it is not known. */
  readonly body: Buffer | string;
}

/** Larger bodies pass unchanged and are not judged, so that they take no memory. */
export const MOST_BODY_BYTES = 10_000_000;

/** Removes headers by name, in lower case. */
export function withoutHeaders(
  headers: readonly string[],
  isRemoved: (lowerName: string) => boolean,
): string[] {
  return headers.filter((_, at) => !isRemoved((headers[at - (at % 2)] ?? "").toLowerCase()));
}

/** Whether a request changes nothing (RFC 9110, section 9.2.1). */
export function isSafeMethod(method = ""): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/** The bytes of the bodies of an exchange. */
export function bodyBytes({ request, response }: WireExchange): number {
  return request.body.length + (typeof response === "string" ? 0 : response.body.length);
}
