import { isStatusWithoutBody } from "@contract-toolkit/contract";
import { Socket } from "node:net";

/** Makes a response of the Fetch standard from the bytes that Node.js would send to a client. */
export class ResponseSocket extends Socket {
  readonly #response = Promise.withResolvers<Response>();
  #head = Buffer.alloc(0);
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Takes the next chunk, when the client has taken those before. */
  #proceed: (() => void) | undefined;

  /** Resolves when the head has been written, and rejects if the response ends before. */
  get response(): Promise<Response> {
    return this.#response.promise;
  }

  override _write(chunk: string | Buffer, encoding: BufferEncoding, proceed: () => void): void {
    this.#take(toBytes({ chunk, encoding }), proceed);
  }

  override _writev(chunks: readonly WrittenChunk[], proceed: () => void): void {
    this.#take(Buffer.concat(chunks.map(toBytes)), proceed);
  }

  override _final(ended: () => void): void {
    this.#body?.close();
    ended();
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    const reason = error ?? new Error("The response has ended too early.");
    this.#response.reject(reason);
    if (!this.writableFinished) this.#body?.error(reason);
    super._destroy(error, destroyed);
  }

  #take(chunk: Buffer, proceed: () => void): void {
    const rest = this.#body ? chunk : this.#takeHead(chunk);
    if (this.#body && rest.length > 0) {
      this.#body.enqueue(rest);
      this.#proceed = proceed;
    } else proceed();
  }

  /** @returns what belongs to the body */
  #takeHead(chunk: Buffer): Buffer {
    this.#head = Buffer.concat([this.#head, chunk]);
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end < 0) return Buffer.alloc(0);
    const { headers, ...status } = parseHead(this.#head.toString("latin1", 0, end));
    const rest = this.#head.subarray(end + END_OF_HEAD.length);
    const isWhole = headers.get("content-length") === String(rest.length);
    const hasBody = !isStatusWithoutBody(status.status);
    const body = hasBody ? (isWhole ? rest : this.#stream()) : null;
    this.#response.resolve(new Response(body, { ...status, headers }));
    return rest;
  }

  #stream(): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (controller) => {
        this.#body = controller;
      },
      pull: () => {
        const proceed = this.#proceed;
        this.#proceed = undefined;
        proceed?.();
      },
      cancel: () => {
        this.destroy();
      },
    });
  }
}

interface WrittenChunk {
  readonly chunk: string | Buffer;
  readonly encoding: BufferEncoding;
}

/** A socket gets texts as they were written. */
function toBytes({ chunk, encoding }: WrittenChunk): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
}

const END_OF_HEAD = "\r\n\r\n";

function parseHead(head: string) {
  const [first = "", ...lines] = head.split("\r\n");
  const [, status, statusText = ""] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(first) ?? [];
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  // The server that sends the response has a connection of its own.
  headers.delete("connection");
  return { status: Number(status), statusText, headers };
}
