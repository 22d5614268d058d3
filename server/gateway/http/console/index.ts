import { extname } from "node:path";
import express, { type NextFunction, type Request, type Response, type Router } from "express";
import {
  browserFolder,
  browserPageHeaders,
  isLocalHost,
  readPageFiles,
  scriptPage,
  sendBrowserFile,
  type BrowserFile,
} from "@contract-toolkit/inspector";
import type { Gateway } from "../../domain/dependencies.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import { respondWithError } from "../error-responses.ts";
import { fromSameOrigin } from "../pages/same-origin.ts";
import { systemClock } from "../../platform/system-effects.ts";
import { issueJwt } from "../authentication/jwt.ts";
import type { Inbox } from "./inbox.ts";

/** Dependencies of the console. */
export interface ConsoleDeps {
  readonly gateway: Gateway;
  readonly inbox: Inbox;
  /** Whether the server listens on a loopback address. */
  readonly isLocal: boolean;
  readonly publicUrl: string;
}

/**
 * The front page and the console of a sandbox: static files that call the sandbox contract as any client does. On a loopback address, a
 * page gets the demo partner's credential. Elsewhere the user enters a credential.
 */
export function createConsole({ gateway, inbox, isLocal, publicUrl }: ConsoleDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const isGiven = isLocal && isLocalHost({ host: new URL(publicUrl).host });
  const isOwn = ({ headers }: Request) => !isLocal || !isGiven || isLocalHost(headers);
  router.get(PAGES, (request, response, next) => {
    if (isOwn(request) && request.accepts("html")) sendShell(response);
    else next();
  });
  router.get("/console/assets/*path", (request, response, next) => {
    const file = isOwn(request) ? readFiles().get(request.path.slice(ASSETS.length)) : undefined;
    if (file) void sendBrowserFile(file, request, response.set(browserPageHeaders));
    else next();
  });
  router.post(
    "/console/inbox",
    express.text({ type: () => true, limit: INBOX_LIMIT }),
    (request, response) => {
      const sent: unknown = request.body;
      const body = typeof sent === "string" ? sent : "";
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith("webhook-")),
      );
      inbox.add({ at: systemClock.now(), headers, body }, 2 * body.length + 1000);
      response.status(204).end();
    },
  );
  router.post("/console/session", async (request, response) => {
    const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
    if (!isGiven || !isOwn(request) || !fromSameOrigin(request.headers, publicUrl) || !demo) {
      const { status, headers, body } = respondWithError(401);
      response.status(status).set(headers).json(body);
      return;
    }
    const jwt = await issueJwt(DEMO_PARTNER_CODE, demo.secret, systemClock.now());
    response.json({ partnerCode: DEMO_PARTNER_CODE, secret: demo.secret, jwt });
  });
  return router;
}

/** Answers a browser's request for an unknown page with 404 and the console, which leads back. */
export function unknownPage(request: Request, response: Response, next: NextFunction): void {
  if (request.method === "GET" && isBrowser(request)) sendShell(response.status(404));
  else next();
}

/** The pages of `browser/main.ts`. */
const PAGES = [
  "/",
  ...["", "/records", "/callbacks", "/sandbox"].map((page) => `/console${page}{/}`),
];

/** Whether a client asks for pages by name. Programs that accept anything get errors of the contract. */
function isBrowser({ headers }: Request): boolean {
  return (headers.accept ?? "").includes("text/html");
}

function sendShell(response: Response): void {
  const page = { title: "Payment gateway sandbox", assets: ASSETS, main: MAIN, files: readFiles() };
  response.set(browserPageHeaders).type("html").send(scriptPage(page));
}

// Far more than a callback needs.
const INBOX_LIMIT = "100kb";

/** The files of the pages, read at the first request. */
let files: ReadonlyMap<string, BrowserFile> | undefined;

function readFiles(): ReadonlyMap<string, BrowserFile> {
  files ??= readPageFiles(SERVER, FOLDERS, { "inspector/browser/": browserFolder });
  return files;
}

const ASSETS = "/console/assets/";
const MAIN = "gateway/http/console/browser/main.js";
const SERVER = new URL("../../../", import.meta.url);
const FOLDERS = [
  "gateway/http/console/browser/",
  `gateway/domain/bank/bank-test-data${extname(import.meta.url)}`,
];
