import { Agent, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AnswerForm } from "../../../cases/clients/call-case.ts";
import { writeAnswer } from "../../../targets/recorder/write-answer.ts";
import { headerOf, readBody, withoutHeader } from "./body.ts";
import { listen } from "../../../../server/skeleton/testing/listen.ts";

/** A request as it goes on the wire. */
export interface WireRequest {
  readonly method: string;
  /** As in the request line, query included. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: string;
}

/** An answer as it goes on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

/** A header line, its name spelt as it was sent. */
export type Header = readonly [name: string, value: string];

/** What a proxy may do otherwise than pass everything on as it is. */
export interface Hooks {
  /** Changes what is sent. */
  onRequest: (request: WireRequest) => WireRequest;
  /** Changes what is answered. */
  onAnswer: (request: WireRequest, answer: WireAnswer) => WireAnswer;
  /** Passes a request on; it may do so later, or more than once. */
  forward: (pass: () => Promise<WireAnswer>) => Promise<WireAnswer>;
  /** In which form an answer is written; undefined: as node writes it. */
  form: AnswerForm | undefined;
}

/** A server that passes everything on to another one, and may change it on the way. */
export interface Proxy extends Hooks, AsyncDisposable {
  readonly url: URL;
  /** Where requests are passed on to. */
  upstream: URL;
}

const unchanged: Hooks = {
  onRequest: (request) => request,
  onAnswer: (_, answer) => answer,
  forward: (pass) => pass(),
  form: undefined,
};

/** Makes a proxy do some things otherwise, and nothing else. */
export function vary(proxy: Proxy, hooks: Partial<Hooks>): void {
  Object.assign(proxy, unchanged, hooks);
}

/** Listens on a free port of the loopback interface and changes nothing until it is told to. */
export async function startProxy(upstream: URL): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const listening = await listen((incoming, outgoing) => {
    pass(proxy, agent, incoming)
      .then((answer) => {
        if (proxy.form) outgoing.socket?.end(inForm(answer, proxy));
        else writeMeasured(answer, outgoing);
      })
      .catch((error: unknown) => {
        // Whoever asked meets with a broken connection, as if there were no proxy.
        outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
      });
  });
  const proxy: Proxy = {
    url: listening.url,
    upstream,
    ...unchanged,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await listening[Symbol.asyncDispose]();
    },
  };
  return proxy;
}

async function pass(proxy: Proxy, agent: Agent, incoming: IncomingMessage): Promise<WireAnswer> {
  const { method = "", url: target = "" } = incoming;
  const headers = headersOf(incoming);
  const body = await readText(incoming);
  const request = proxy.onRequest({ method, target, headers, body });
  const answer = await proxy.forward(async () => {
    const answered = await send(proxy.upstream, agent, request);
    return {
      status: answered.statusCode ?? 0,
      headers: headersOf(answered),
      body: await readText(answered),
    };
  });
  return proxy.onAnswer(request, answer);
}

/** Writes an answer with the length of its body. */
export function writeMeasured(
  { status, headers, body }: WireAnswer,
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(status, measured(headers, body)).end(body);
}

/** The bytes of an answer, after which the connection ends. */
function inForm({ status, ...answer }: WireAnswer, { form = {}, url }: Proxy): Buffer {
  const headers = Object.fromEntries(withoutHeader(answer.headers, "Content-Type"));
  const contentType = headerOf(answer.headers, "Content-Type");
  const { body, ...further } = form;
  const isWritten = body !== undefined && /json/i.test(contentType ?? "") && answer.body !== "";
  return writeAnswer(
    {
      status,
      headers,
      body: readBody(answer),
      ...(contentType !== undefined && { contentType }),
      form: { ...further, ...(isWritten && { body }) },
    },
    url,
  );
}

function send(
  { hostname, port }: URL,
  agent: Agent,
  { method, target: path, headers, body }: WireRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    ask({ hostname, port, agent, method, path, headers: measured(headers, body) }, resolve)
      .on("error", reject)
      .end(body);
  });
}

/** Names and values in turns, as node writes them without a change, with the length of the body as it is now. */
function measured(headers: readonly Header[], body: string): string[] {
  const length = Buffer.byteLength(body);
  const isChunked = headers.some(([name]) => name.toLowerCase() === "transfer-encoding");
  return [
    ...headers,
    ...(length > 0 && !isChunked ? [["Content-Length", String(length)]] : []),
  ].flat();
}

/** What belongs to one connection, or to the body as it was (RFC 9110, section 7.6.1). */
const hopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);

function headersOf({ rawHeaders }: IncomingMessage): Header[] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index): Header => [
    rawHeaders[2 * index] ?? "",
    rawHeaders[2 * index + 1] ?? "",
  ]).filter(([name]) => !hopHeaders.has(name.toLowerCase()));
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
