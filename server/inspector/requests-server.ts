import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Server, type Socket } from "node:net";
import { writeEvent } from "@contract-toolkit/contract";
import {
  type BrowserFile,
  browserPageHeaders,
  readPageFiles,
  scriptPage,
  sendBrowserFile,
} from "./browser-files.ts";
import { writeStream } from "@contract-toolkit/skeleton/responses/write-stream";
import { defaultIdleTimeoutMs } from "@contract-toolkit/skeleton/requests/limits";
import type { RequestSummary } from "./recorded-request.ts";
import type { Recorder } from "./recorder.ts";

/**
 * Serves a page that shows a recorder's requests live. Only this machine can open it, because it shows the requests of everyone.
 *
 * @param base path of the page, without a slash at the end and without Express's mount path
 * @returns middleware that calls `next` for every other path
 * @example
 * const recorder = createRecorder();
 * const record = recorder.of(JSON.parse(readFileSync("generated/catalogue/messages.json", "utf8")));
 * app.use(createRequestsPage(recorder, "/requests"));
 * app.use(createContractRouter(contract, { ...options, onResponse: (answered) => record(answered) }));
 */
export function createRequestsPage(
  recorder: Recorder,
  base: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  let files: ReadonlyMap<string, BrowserFile> | undefined;
  const assets = `${base}/assets/`;
  // Relative, because the page can be mounted anywhere.
  const page = {
    title: "Requests",
    assets: assets.slice(base.lastIndexOf("/") + 1),
    main: "browser/main.js",
  };
  return (request, response, next) => {
    const [pathname = "", query] = (request.url ?? "").split("?", 2);
    const isOwn = pathname === base || pathname.startsWith(`${base}/`);
    if (!isOwn || request.method !== "GET" || !isLocal(request)) {
      next();
      return;
    }
    for (const [name, value] of Object.entries(browserPageHeaders)) response.setHeader(name, value);
    response.setHeader("Cache-Control", "no-store");
    files ??= readPageFiles(FOLDER, ["browser/"]);
    const number = /^\/requests\/(\d{1,15})$/.exec(pathname.slice(base.length))?.[1];
    if (pathname === base)
      sendText(response, "text/html; charset=utf-8", scriptPage({ ...page, files }));
    else if (pathname === `${base}/events`) void streamRequests(recorder, request.socket, response);
    else if (pathname === `${base}/requests`)
      void listRequests(recorder, new URLSearchParams(query), response);
    else if (number !== undefined) {
      const found = recorder.find(Number(number));
      const credentials = recorder.credentialsOf(Number(number));
      const text = JSON.stringify({ ...found, credentials });
      if (found) sendText(response, "application/json", text);
      else notFound(response);
    } else {
      const file = files.get(pathname.slice(assets.length));
      if (file && pathname.startsWith(assets)) void sendBrowserFile(file, request, response);
      else notFound(response);
    }
  };
}

const FOLDER = new URL("./", import.meta.url);

/** The folder of the modules with which pages show requests. */
export const browserFolder = new URL("browser/", FOLDER);

/** Refuses other machines, and DNS names that point to this machine. */
export function isLocal({ headers, socket }: IncomingMessage): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "") && isLocalHost(headers);
}

async function streamRequests(
  recorder: Recorder,
  socket: Socket,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("Content-Type", "text/event-stream");
  response.setHeader("Connection", "close");
  const ended = new AbortController();
  // An open page must not keep a closing server alive.
  const server: unknown = "server" in socket ? socket.server : undefined;
  const watch = setInterval(() => {
    if (server instanceof Server && !server.listening) ended.abort();
  }, CLOSED_AFTER_MS);
  const requests = recorder.follow({ signal: ended.signal });
  await writeStream(response, streamSummaries(requests), {
    body: requests,
    head: () => response.writeHead(200),
    title: "requests",
    hasBody: true,
    isHeadFirst: true,
    isFlushed: true,
    length: undefined,
    idleTimeoutMs: defaultIdleTimeoutMs,
  });
  clearInterval(watch);
  ended.abort();
}

async function listRequests(
  recorder: Recorder,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const found = await recorder.search(query.get("text") ?? "");
  const limit = Number(query.get("limit") ?? found.length);
  const requests = found.toReversed().slice(0, limit);
  sendText(response, "application/json", JSON.stringify({ requests }));
}

async function* streamSummaries(
  requests: AsyncIterable<RequestSummary>,
): AsyncGenerator<Uint8Array> {
  for await (const request of requests) yield Buffer.from(writeEvent(request));
}

const CLOSED_AFTER_MS = 100;

function sendText(response: ServerResponse, type: string, text: string): void {
  response.setHeader("Content-Type", type);
  response.end(text);
}

function notFound(response: ServerResponse): void {
  response.statusCode = 404;
  response.end();
}

/**
 * Whether `Host` is a name of this machine. Any other name may be one that an attacker lets point here (DNS rebinding).
 */
export function isLocalHost({ host }: IncomingHttpHeaders): boolean {
  const { hostname = "" } = URL.parse(`http://${host ?? ""}`) ?? {};
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
