import { sendTo, type Received } from "../send.ts";
import type { Contract } from "@contract-toolkit/kernel";
import type { EngineName } from "../engine.ts";
import { generateContracts, librarySpec } from "../generated.ts";
import { startLibraryServer, type LibraryServer } from "./server.ts";

/** The library service's catalogue, served on one of the engines. */
export interface ServedLibrary extends AsyncDisposable {
  readonly contract: Contract;
  readonly server: LibraryServer;
  /** The handlers it began with. */
  readonly handlers: LibraryServer["handlers"];
  /** Has the handlers it began with, and no memory of requests. */
  readonly reset: () => void;
  /** Sends exactly these headers and bytes, which fetch would not. */
  readonly send: (
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string | Buffer,
  ) => Promise<Received>;
  /** Sends an item to be added. */
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Received>;
}

/** Generates the library service and serves its catalogue on a free port. */
export async function serveLibrary(engine: EngineName): Promise<ServedLibrary> {
  const generated = await generateContracts(librarySpec);
  const contract = await generated.contract("catalogue");
  const server = await startLibraryServer(contract, await generated.engine(contract, engine));
  const handlers = { ...server.handlers };
  const send: ServedLibrary["send"] = (method, path, headers = {}, body) =>
    sendTo(Number(server.url.port), method, path, headers, body);
  return {
    contract,
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
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
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
export function problemsOf({ text }: Received): { at: string; message: string }[] {
  return (JSON.parse(text) as { problems: { at: string; message: string }[] }).problems;
}
