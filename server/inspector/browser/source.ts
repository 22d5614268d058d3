import type { RecordedRequest, RequestSummary, ShellCredential } from "../recorded-request.ts";

/** Where a page gets its requests. */
export interface RequestSource {
  /** Path of single requests, without the number. */
  readonly requests: string;
  /** Path of the stream of server-sent events. */
  readonly events: string;
  /** Headers of every call, such as a credential. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** The credential of all operations. */
  readonly credential?: ShellCredential;
  /** Address of an operation in the reference. */
  readonly referenceOf?: (operation: string) => string;
  /** Code that makes the typed client of the contract with a path. */
  readonly clientOf?: (path: string) => string;
  /** Requests to begin with. */
  readonly templates?: () => readonly RequestTemplate[];
  /** Pages about what a request caused. */
  readonly linksOf?: (recorded: RecordedRequest) => readonly { href: string; text: string }[];
  /** A header that makes the server fail on purpose. */
  readonly injection?: {
    readonly header: string;
    readonly label: string;
    readonly examples: readonly string[];
  };
  /** A command that makes the first request appear. */
  readonly firstCommand?: string;
}

/** A request that a form begins with. */
export interface RequestTemplate {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly body?: string;
}

/** The numbers of the requests that have a text in what is kept of them, newest first. */
export async function searchRecorded(
  source: RequestSource,
  text: string,
  limit: number,
): Promise<number[]> {
  const query = new URLSearchParams({ ...(text !== "" && { text }), limit: String(limit) });
  const response = await fetch(`${source.requests}?${query.toString()}`, {
    headers: source.headers(),
  });
  if (!response.ok) return [];
  const { requests } = (await response.json()) as { requests: readonly RequestSummary[] };
  return requests.map(({ number }) => number);
}

/** Reads a request; undefined if it was removed. */
export async function readRecorded(
  source: RequestSource,
  number: number,
): Promise<RecordedRequest | undefined> {
  const response = await fetch(`${source.requests}/${number}`, { headers: source.headers() });
  return response.ok ? ((await response.json()) as RecordedRequest) : undefined;
}

/**
 * Follows the requests until the returned function is called. It connects again when the connection is lost, because the server
 * may have restarted. `isFirst` means that earlier batches must be discarded.
 */
export function followRequests(
  source: RequestSource,
  onBatch: (batch: readonly RequestSummary[], isFirst: boolean) => void,
  onConnected: (connected: boolean) => void,
): () => void {
  const ended = new AbortController();
  const connect = async () => {
    let batch: RequestSummary[] = [];
    let isFirst = true;
    const flush = () => {
      if (batch.length === 0 && !isFirst) return;
      onBatch(batch, isFirst);
      batch = [];
      isFirst = false;
    };
    const timer = setInterval(flush, SHOWN_EVERY_MS);
    try {
      const options = { headers: source.headers(), signal: ended.signal };
      const response = await fetch(source.events, options);
      if (!response.ok || !response.body) return;
      onConnected(true);
      for await (const data of readServerEvents(response.body))
        batch.push(JSON.parse(data) as RequestSummary);
    } finally {
      clearInterval(timer);
      onConnected(false);
    }
  };
  const keepConnected = async () => {
    while (!ended.signal.aborted) {
      await connect().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  };
  void keepConnected();
  return () => {
    ended.abort();
  };
}

/** Live enough, and the page is not drawn for each of a thousand requests. */
const SHOWN_EVERY_MS = 100;
const AGAIN_AFTER_MS = 1000;

/** The data of server-sent events. `EventSource` cannot send a credential in a header. */
async function* readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) if (event.startsWith("data: ")) yield event.slice("data: ".length);
  }
}
