import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** A request of the Fetch standard, as Node.js describes a request. */
export class FetchRequest extends IncomingMessage {
  /** The original request. Its body belongs to the router. */
  readonly source: Request;
  readonly #chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(source: Request, path: string, socket: Socket) {
    super(socket);
    this.source = source;
    this.method = source.method;
    this.url = path;
    this.httpVersion = "1.1";
    this.httpVersionMajor = 1;
    this.httpVersionMinor = 1;
    const headers = [...source.headers];
    // A body may come without its length.
    if (source.body && !source.headers.has("content-length"))
      headers.push(["transfer-encoding", "chunked"]);
    this.headers = Object.fromEntries(headers);
    this.rawHeaders.push(...headers.flat());
    this.#chunks = source.body?.[Symbol.asyncIterator]();
  }

  override _read(size: number): void {
    super._read(size);
    const read = async () => {
      const next = await this.#chunks?.next();
      this.complete = next?.done ?? true;
      this.push(next?.value ?? null);
    };
    read().catch((error: unknown) => {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // Nobody reads the rest.
    this.#chunks?.return?.().catch(() => undefined);
    super._destroy(error, callback);
  }
}
