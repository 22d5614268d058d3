/** A request as its bytes are. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** One way of asking an operation for much work. */
export interface Probe {
  readonly operation: string;
  readonly part: "body" | "headers" | "query" | "path";
  /** Where, and what stands there. */
  readonly name: string;
  /** A request that has about so many bytes in its part. */
  readonly request: (bytes: number) => RawRequest;
}

/** A probe of one part of an operation's request: where and what, and how it is made. */
export type Named = readonly [name: string, request: Probe["request"]];
