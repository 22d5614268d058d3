import { existsSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import {
  createReference,
  serveReference,
  type Reference,
} from "@contract-toolkit/server/reference";
import { openServer, orOnFreePort } from "../open-server.ts";

/** The reference pages of the generated contracts, which load themselves again in browsers when they change. */
export interface ReferenceServer {
  readonly url: string;
  readonly reload: () => void;
  readonly close: () => Promise<void>;
}

/** Where the contracts and the pages are. */
export interface ServedReferences {
  /** Folder of the contracts. */
  readonly out: string;
  /** Another is taken where this one is in use. */
  readonly port: number;
  /** URL that requests are sent to; without it they cannot be. */
  readonly server?: string | undefined;
}

/** Serves the reference of the contracts below a folder. */
export async function serveReferences(
  { out, port, server: triedAt }: ServedReferences,
  contracts: () => readonly string[],
): Promise<ReferenceServer> {
  const browsers = new Set<ServerResponse>();
  let reference: Promise<Reference> | undefined;
  const server = createServer((request, response) => {
    if (request.url === changesPath) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(":\n\n");
      browsers.add(response);
      response.once("close", () => browsers.delete(response));
      return;
    }
    reference ??= reloadingReference(foldersOf(out, contracts()), triedAt);
    reference.then(
      (made) => {
        if (!serveReference(made, "/", request, response))
          response.writeHead(404).end("There is no such page.");
      },
      (error: unknown) => {
        reference = undefined;
        response.writeHead(500).end(String(error));
      },
    );
  });
  const open = (free: number) => openServer(server, "127.0.0.1", free);
  const { url, close } = await orOnFreePort(open, port);
  return {
    url: url.origin,
    reload: () => {
      reference = undefined;
      for (const browser of browsers) browser.write("data: changed\n\n");
    },
    close: () => {
      server.closeAllConnections();
      return close();
    },
  };
}

const changesPath = "/__changes";

/** Pages have a script in development only; a browser that lost the connection asks again by itself. */
async function reloadingReference(
  folders: readonly string[],
  triedAt: string | undefined,
): Promise<Reference> {
  const text = `new EventSource("${changesPath}").onmessage = () => location.reload();`;
  const script = { type: "text/javascript; charset=utf-8", text };
  const tag = `<script src="__changes.js"></script>`;
  const files = [...(await createReference(folders, { server: () => triedAt }))].map(
    ([name, file]) =>
      [
        name,
        file.policy === undefined
          ? file
          : { ...file, text: file.text.replace("</head>", `${tag}</head>`) },
      ] as const,
  );
  return new Map([...files, ["__changes.js", script]]);
}

function foldersOf(out: string, contracts: readonly string[]): string[] {
  return contracts.map((name) => join(out, name)).filter((folder) => existsSync(folder));
}
