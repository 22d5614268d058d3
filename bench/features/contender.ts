/** A client library. The program of its folder `contenders` calls the service with the code that it generated. */
export interface Contender {
  /** The packages whose versions are told. */
  readonly versions: readonly string[];
  /** What the feature of a row needs beside the client. */
  readonly needs: Readonly<Record<string, string>>;
  /** Makes a client with everything that a feature needs. */
  readonly start: (settings: {
    readonly url: string;
    readonly token: string;
    readonly feature: string;
    readonly log: (line: string) => void;
  }) => Started;
  /** The values of the enumeration `Folder`. */
  readonly folders?: readonly string[];
  /** Verifies a message of Standard Webhooks. */
  readonly verify?: (
    body: string,
    headers: Readonly<Record<string, string>>,
    key: string,
  ) => Promise<boolean>;
  /** Programs in TypeScript that compile if a feature is there. */
  readonly types: Readonly<Record<string, string>>;
  /** Programs that are bundled and weighed. */
  readonly sizes: Readonly<Partial<Record<"plain" | "validated", string>>>;
}

/** The calls of a client. A client without iterables of pages or events, or an error to throw, has no such call. */
export interface Started {
  readonly read: (
    id: string,
    call?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ) => Promise<Result>;
  readonly write: (note: { readonly text: string; readonly showAt?: Date }) => Promise<Result>;
  readonly readOrThrow?: (id: string) => Promise<unknown>;
  readonly notes?: () => AsyncIterable<{ readonly id: string }>;
  readonly events?: () => Promise<AsyncIterable<{ readonly data?: unknown }>>;
}

interface Result {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
