import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  eventStreamType,
  headerText,
  isBinaryType,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import { writeEvents } from "../../../exchange/wire-body.ts";

/** A request as it came over the wire. */
export interface Recorded {
  readonly method: string;
  /** As in the request line, query included. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** In lower case, those that were sent more than once. */
  readonly repeated: readonly string[];
  readonly body: string;
  /** The body as it was sent, which may be no text. */
  readonly bytes: Buffer;
}

/** What a recorder answers. */
export interface RecorderAnswer extends SampleResponse {
  readonly contentType?: string;
  /** How long it takes; without it, no time. */
  readonly afterMs?: number;
  /** Closes the connection in place of an answer. */
  readonly hangsUp?: boolean;
  /** The bytes of the answer, in place of all that; the connection ends with them. */
  readonly raw?: Buffer;
}

/** A server that writes down what it is asked and answers what it is told. */
export interface Recorder {
  readonly url: URL;
  readonly requests: readonly Recorded[];
  answer: RecorderAnswer;
  /** What one request is answered in place of `answer`. */
  answerTo?: ((request: Recorded) => RecorderAnswer | undefined) | undefined;
}

/** A recorder and its life. */
export interface StartedRecorder extends Recorder, AsyncDisposable {
  /** Drops whoever is connected, and whoever comes until it is used again. */
  rest(): void;
  /** Begins anew: nothing is recorded, and no answer is told. */
  use(): void;
}

/** Listens on a free port of the loopback interface. */
export async function startRecorder(): Promise<StartedRecorder> {
  const requests: Recorded[] = [];
  let isResting = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const { method = "", url = "", headers } = request;
      const recorded: Recorded = {
        method,
        target: url,
        headers,
        repeated: repeatedIn(request.rawHeaders),
        body: bytes.toString("utf8"),
        bytes,
      };
      requests.push(recorded);
      const answer = recorder.answerTo?.(recorded) ?? recorder.answer;
      if (answer.afterMs === undefined) give(response, answer);
      else
        setTimeout(() => {
          give(response, answer);
        }, answer.afterMs).unref();
    });
  });
  server.on("connection", (socket) => {
    if (isResting) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const recorder: StartedRecorder = {
    url: new URL(`http://127.0.0.1:${port}`),
    requests,
    answer: { status: 500, headers: {} },
    rest() {
      isResting = true;
      server.closeAllConnections();
      server.unref();
    },
    use() {
      isResting = false;
      requests.length = 0;
      recorder.answer = { status: 500, headers: {} };
      recorder.answerTo = undefined;
      server.ref();
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return recorder;
}

function give(
  response: ServerResponse,
  { status, headers, body, contentType, hangsUp, raw }: RecorderAnswer,
): void {
  if (hangsUp === true) {
    response.destroy();
    return;
  }
  if (raw) {
    response.socket?.end(raw);
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, headerText(value));
  if (contentType !== undefined) response.setHeader("Content-Type", contentType);
  response.writeHead(status).end(write(body, contentType));
}

/** Of some headers, node hides that they were sent again. */
function repeatedIn(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

function write(body: unknown, contentType = ""): string | Buffer | undefined {
  if (body === undefined) return undefined;
  if (contentType === eventStreamType && Array.isArray(body)) return writeEvents(body);
  if (isBinaryType(contentType) && typeof body === "string") return Buffer.from(body, "base64");
  return contentType.startsWith("text/") && typeof body === "string" ? body : JSON.stringify(body);
}
