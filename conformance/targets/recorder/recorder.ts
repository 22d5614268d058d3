import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { headerText, type SampleResponse } from "@contract-toolkit/kernel";
import type { AnswerForm } from "../../cases/clients/call-case.ts";
import { ownBody, writeAnswer } from "./write-answer.ts";

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

export interface RecorderAnswer extends SampleResponse {
  readonly contentType?: string;
  /** How it is written on the wire, and when. */
  readonly form?: AnswerForm;
  /** Another server, which its headers may name. */
  readonly elsewhere?: URL | undefined;
}

export interface Recorder {
  readonly url: URL;
  readonly requests: readonly Recorded[];
  answer: RecorderAnswer;
  answerTo?: ((request: Recorded) => RecorderAnswer | undefined) | undefined;
}

export async function startRecorder() {
  const requests: Recorded[] = [];
  let isResting = false;
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
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
      const { isHungUp, afterMs, ...form } = answer.form ?? {};
      const give = () => {
        if (isHungUp) response.destroy();
        else if (Object.keys(form).length > 0)
          response.socket?.end(writeAnswer(answer, recorder.url));
        else givePlain(response, answer);
      };
      if (afterMs === undefined) give();
      else setTimeout(give, afterMs).unref();
    });
  });
  server.on("connection", (socket) => {
    if (isResting) socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const recorder: Recorder = {
    url: new URL(`http://127.0.0.1:${port}`),
    requests,
    answer: { status: 500, headers: {} },
  };
  return Object.assign(recorder, {
    /** Closes all connections, and refuses new ones until the recorder is used again. */
    rest() {
      isResting = true;
      server.closeAllConnections();
      server.unref();
    },
    /** Accepts connections again. Forgets the recorded requests and the answer. */
    use() {
      isResting = false;
      requests.length = 0;
      recorder.answer = { status: 500, headers: {} };
      recorder.answerTo = undefined;
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
 * Resting recorders, the longest first. A new one for each case takes a port each, and the machine ever longer to find it:
 * most of the time of thousands of cases. A client that is late with a request finds a recorder that rests, for as many
 * cases as there are recorders.
 */
const resting: Awaited<ReturnType<typeof startRecorder>>[] = [];
const COUNT = 32;
let started = 0;

/** Lends a recorder that has recorded nothing. It does not keep the process alive when nobody uses it. */
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

/** Keeps the connection open: a server that sends many messages need not connect for each. */
function givePlain(response: ServerResponse, answer: RecorderAnswer): void {
  const { status, headers, contentType } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, headerText(value));
  if (contentType !== undefined) response.setHeader("Content-Type", contentType);
  response.writeHead(status).end(ownBody(answer));
}

/** Of some headers, node hides that they were sent again. */
function repeatedIn(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
}
