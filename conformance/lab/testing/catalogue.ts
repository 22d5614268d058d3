import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { Suite } from "../../index.ts";
import { generateInto, lendingSpec } from "../../testing/generated.ts";
import { startLendingServer, type LendingServer } from "./library-service/server.ts";

/** A server of the foreign specification, on the engine that is being tested. */
export interface Catalogue extends AsyncDisposable {
  readonly suite: Suite;
  readonly server: LendingServer;
  /** The handlers it began with. */
  readonly handlers: LendingServer["handlers"];
  /** Has the handlers it began with, and no memory of requests. */
  readonly reset: () => void;
  /** Sends exactly these headers and bytes, which fetch would not. */
  readonly send: (
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string | Buffer,
  ) => Promise<Answer>;
  /** Sends an item to be added. */
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export async function startCatalogue(): Promise<Catalogue> {
  const generated = await generateInto(lendingSpec);
  const suite = await generated.load("catalogue");
  const server = await startLendingServer(suite.contract, await generated.engine(suite));
  const handlers = { ...server.handlers };
  const send: Catalogue["send"] = (method, path, headers = {}, body) =>
    sendTo(server.url, method, path, headers, body);
  return {
    suite,
    server,
    handlers,
    reset() {
      Object.assign(server.handlers, handlers);
      server.received.length = 0;
      server.answered.length = 0;
    },
    send,
    post: (body, headers = json) =>
      send(
        "POST",
        "/items",
        headers,
        typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      ),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await generated[Symbol.asyncDispose]();
    },
  };
}

export const json = { "Content-Type": "application/json" };

/** An item that may be added. */
export const draft = {
  title: "Night",
  medium: "audio",
  content: { kind: "recording", minutes: 3, narrator: null },
};

/** What a refused request is told. */
export function problemsOf({ text }: Answer): { at: string; message: string }[] {
  return (JSON.parse(text) as { problems: { at: string; message: string }[] }).problems;
}

function sendTo(
  url: URL,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { path, method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
        });
      });
    });
    sent.on("error", reject).end(body);
  });
}
