import { type Header, headerOf, readBody, withoutHeader } from "./body.ts";
import { Agent, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { hopByHopHeaders } from "@contract-toolkit/contract";
import type { ResponseForm } from "../../../../conformance/cases/clients/call-case.ts";
import { writeRecorderResponse } from "../../../../conformance/targets/recording-server/write-response.ts";
import { listen } from "../../../../server/skeleton/testing/listen.ts";

export interface WireRequest {
  readonly method: string;
  /** As in the request line, with the query. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: string;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

/** How a proxy changes an exchange. */
export interface Hooks {
  onRequest: (request: WireRequest) => WireRequest;
  onResponse: (request: WireRequest, response: WireResponse) => WireResponse;
  /** Passes the request on, possibly later or several times. */
  forward: (pass: () => Promise<WireResponse>) => Promise<WireResponse>;
  /** The form of the response. Undefined: the form of Node.js. */
  form: ResponseForm | undefined;
}

/** A server that passes requests on to another one and may change requests and responses. */
export interface Proxy extends Hooks, AsyncDisposable {
  readonly url: URL;
  upstream: URL;
}

const unchanged: Hooks = {
  onRequest: (request) => request,
  onResponse: (_, response) => response,
  forward: (pass) => pass(),
  form: undefined,
};

/** Replaces all hooks of a proxy. */
export function vary(proxy: Proxy, hooks: Partial<Hooks>): void {
  Object.assign(proxy, unchanged, hooks);
}

/** Starts a proxy on a free port. It changes nothing until hooks are set. */
export async function startProxy(upstream: URL): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const listening = await listen((incoming, outgoing) => {
    pass(proxy, agent, incoming)
      .then((response) => {
        if (proxy.form) outgoing.socket?.end(inForm(response, proxy));
        else writeMeasured(response, outgoing);
      })
      .catch((error: unknown) => {
        // The client sees a broken connection, as without the proxy.
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

async function pass(proxy: Proxy, agent: Agent, incoming: IncomingMessage): Promise<WireResponse> {
  const { method = "", url: target = "" } = incoming;
  const headers = headersOf(incoming);
  const body = await readText(incoming);
  const request = proxy.onRequest({ method, target, headers, body });
  const response = await proxy.forward(async () => {
    const answered = await send(proxy.upstream, agent, request);
    return {
      status: answered.statusCode ?? 0,
      headers: headersOf(answered),
      body: await readText(answered),
    };
  });
  return proxy.onResponse(request, response);
}

function writeMeasured({ status, headers, body }: WireResponse, outgoing: ServerResponse): void {
  outgoing.writeHead(status, measured(headers, body)).end(body);
}

/** The bytes of a response in the form of the hooks. The connection is closed after it. */
function inForm({ status, ...response }: WireResponse, { form = {}, url }: Proxy): Buffer {
  const headers = Object.fromEntries(withoutHeader(response.headers, "Content-Type"));
  const contentType = headerOf(response.headers, "Content-Type");
  const { body, ...further } = form;
  const isWritten = body !== undefined && /json/i.test(contentType ?? "") && response.body !== "";
  return writeRecorderResponse(
    {
      status,
      headers,
      body: readBody(response),
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

/** Alternating names and values, which Node.js writes unchanged, with the length of the changed body. */
function measured(headers: readonly Header[], body: string): string[] {
  const length = Buffer.byteLength(body);
  const isChunked = headers.some(([name]) => name.toLowerCase() === "transfer-encoding");
  return [
    ...headers,
    ...(length > 0 && !isChunked ? [["Content-Length", String(length)]] : []),
  ].flat();
}

/** Headers of one connection or of the original body (RFC 9110, section 7.6.1). */
const hopHeaders: ReadonlySet<string> = new Set([...hopByHopHeaders, "content-length"]);

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
