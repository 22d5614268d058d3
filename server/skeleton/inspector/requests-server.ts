import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Server, type Socket } from "node:net";
import { html, writeEvent } from "@contract-toolkit/kernel";
import { type BrowserFile, browserPageHeaders, readBrowserFiles } from "../browser-files.ts";
import type { Recorder } from "./recorder.ts";

/**
 * Serves a page that shows a recorder's requests, live, to this machine only: it shows what everybody has asked.
 *
 * @param base path of the page, without a slash at the end. Express takes off the path that it is mounted at
 * @returns Express middleware. Without Express, `next` is called for every other path
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
  // Relative, as the page may be mounted anywhere.
  const shell = shellOf(assets.slice(base.lastIndexOf("/") + 1));
  return (request, response, next) => {
    const [pathname = ""] = (request.url ?? "").split("?", 1);
    const isOwn = pathname === base || pathname.startsWith(`${base}/`);
    if (!isOwn || request.method !== "GET" || !isLocal(request)) {
      next();
      return;
    }
    for (const [name, value] of Object.entries(browserPageHeaders)) response.setHeader(name, value);
    response.setHeader("Cache-Control", "no-store");
    const number = /^\/requests\/(\d{1,15})$/.exec(pathname.slice(base.length))?.[1];
    if (pathname === base) send(response, "text/html; charset=utf-8", shell);
    else if (pathname === `${base}/events`) follow(recorder, request.socket, response);
    else if (number !== undefined) {
      const found = recorder.find(Number(number));
      if (found) send(response, "application/json", JSON.stringify(found));
      else notFound(response);
    } else {
      files ??= readBrowserFiles(FOLDER, ["browser/"]);
      const file = files.get(pathname.slice(assets.length));
      if (file && pathname.startsWith(assets)) send(response, file.type, file.text);
      else notFound(response);
    }
  };
}

const FOLDER = new URL("./", import.meta.url);

/** Neither another machine, nor a name that its owner lets point to this one. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "") && isLocalHost(headers);
}

function follow(recorder: Recorder, socket: Socket, response: ServerResponse): void {
  response.setHeader("Content-Type", "text/event-stream");
  response.setHeader("Connection", "close");
  response.flushHeaders();
  for (const request of recorder.list()) response.write(writeEvent(request));
  const stop = recorder.follow((request) => {
    response.write(writeEvent(request));
    if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
  });
  // A server that is closed waits for its answers, and no open page may keep it.
  const server: unknown = "server" in socket ? socket.server : undefined;
  const watch = setInterval(() => {
    if (server instanceof Server && !server.listening) response.end();
  }, CLOSED_AFTER_MS);
  response.once("close", () => {
    stop();
    clearInterval(watch);
  });
}

const CLOSED_AFTER_MS = 100;

/** As much as all requests that a recorder keeps take in the list: who takes less has left. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

function send(response: ServerResponse, type: string, text: string): void {
  response.setHeader("Content-Type", type);
  response.end(text);
}

function notFound(response: ServerResponse): void {
  response.statusCode = 404;
  response.end();
}

function shellOf(assets: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Requests</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets}browser/style.css" />
        <script type="module" src="${assets}browser/main.js"></script>
      </head>
      <body></body>
    </html> `.text;
}

/**
 * Whether a browser asks for a page of this machine by a name that only this machine has. Any other name in `Host` may be
 * one that its owner lets point here, to read what only this machine may (DNS rebinding).
 */
export function isLocalHost({ host }: IncomingHttpHeaders): boolean {
  const { hostname = "" } = URL.parse(`http://${host ?? ""}`) ?? {};
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
