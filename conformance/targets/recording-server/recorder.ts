import {
  type RecorderResponse,
  fieldValue,
  ownBody,
  writeRecorderResponse,
} from "./write-response.ts";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as it was received. */
export interface Recorded {
  readonly method: string;
  /** As in the request line, including the query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names of the headers that were sent more than once, in lower case. */
  readonly repeated: readonly string[];
  readonly body: string;
  /** The bytes of the body, which may not be text. */
  readonly bytes: Buffer;
}

export interface Recorder {
  readonly url: URL;
  readonly requests: readonly Recorded[];
  response: RecorderResponse;
  responseTo?: ((request: Recorded) => RecorderResponse | undefined) | undefined;
}

export async function startRecorder() {
  const requests: Recorded[] = [];
  let isResting = false;
  const server = createServer((request, response) => {
    const answer = (bytes: Buffer) => {
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
      const result = recorder.responseTo?.(recorded) ?? recorder.response;
      const { isHungUp, isStalled, afterMs, ...form } = result.form ?? {};
      const give = () => {
        if (isHungUp) response.destroy();
        else if (Object.keys(form).length > 0)
          response.socket?.[isStalled ? "write" : "end"](
            writeRecorderResponse(result, recorder.url),
          );
        else givePlain(response, result);
      };
      if (afterMs === undefined) give();
      else setTimeout(give, afterMs).unref();
    };
    // A client may leave while it sends its request.
    void buffer(request).then(answer, () => response.destroy());
  });
  server.on("connection", (socket) => {
    if (isResting) socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const recorder: Recorder = {
    url: new URL(`http://127.0.0.1:${port}`),
    requests,
    response: { status: 500, headers: {} },
  };
  return Object.assign(recorder, {
    /** Closes all connections, and refuses new ones until the recorder is used again. */
    rest() {
      isResting = true;
      server.closeAllConnections();
      server.unref();
    },
    /** Accepts connections again. Forgets the recorded requests and the response. */
    use() {
      isResting = false;
      requests.length = 0;
      recorder.response = { status: 500, headers: {} };
      recorder.responseTo = undefined;
      server.ref();
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
}

/**
 * Recorders that are not in use, longest unused first. They are reused, because finding a new port for each of thousands of
 * cases takes most of the time. A client that sends a request too late finds a closed recorder, unless as many cases as there
 * are recorders were played since.
 */
const resting: Awaited<ReturnType<typeof startRecorder>>[] = [];
const COUNT = 32;
let started = 0;

/** Lends an empty recorder. It does not keep the process alive while it is not in use. */
export async function borrowRecorder(): Promise<Recorder & Disposable> {
  const rested = started < COUNT ? undefined : resting.shift();
  if (rested === undefined) started += 1;
  const recorder = rested ?? (await startRecorder());
  recorder.use();
  return Object.assign(recorder, {
    [Symbol.dispose]: () => {
      recorder.rest();
      resting.push(recorder);
    },
  });
}

/** The connection stays open, so a server that sends many messages need not connect for each. */
function givePlain(response: ServerResponse, result: RecorderResponse): void {
  const { status, headers, contentType } = result;
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, fieldValue(name, value));
  if (contentType !== undefined) response.setHeader("Content-Type", contentType);
  response.writeHead(status).end(ownBody(result));
}

/** Node.js does not report the repeats of some headers in `headers`. */
function repeatedIn(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
}
