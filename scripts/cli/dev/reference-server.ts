import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { createReference, serveReference, type Reference } from "@contract-toolkit/api-reference";
import { openServer, orOnFreePort } from "@contract-toolkit/mock/open-server";

/** A server of reference pages. */
export type ReferenceServer = Awaited<ReturnType<typeof serveReferences>>;

/**
 * Serves the reference pages of the contracts in a folder. Open pages reload when `reload` is called.
 *
 * @param options `port`: the preferred port, another one is used if it is taken; `server`: the URL that pages send requests to,
 * without it they send none
 * @param contracts returns the names of the contracts
 */
export async function serveReferences(
  { out, port, server: triedAt }: { out: string; port: number; server?: string | undefined },
  contracts: () => readonly string[],
) {
  const browsers = new Set<ServerResponse>();
  let reference: Promise<Reference> | undefined;
  let version: string = randomUUID();
  const server = createServer((request, response) => {
    const [path, seen] = request.url?.split("?") ?? [];
    if (path === changesPath) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      // The pages may have changed after the browser has loaded one.
      response.write(seen === version ? ":\n\n" : changed);
      browsers.add(response);
      response.once("close", () => browsers.delete(response));
      return;
    }
    reference ??= reloadingReference(contractFolders(out, contracts()), triedAt, version);
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
      version = randomUUID();
      for (const browser of browsers) browser.write(changed);
    },
    close: () => {
      server.closeAllConnections();
      return close();
    },
  };
}

const changesPath = "/__changes";
const changed = "data: changed\n\n";

/** Adds a script to the pages that reloads them. Browsers reconnect by themselves. */
async function reloadingReference(
  folders: readonly string[],
  triedAt: string | undefined,
  version: string,
): Promise<Reference> {
  const source = `"${changesPath}?" + document.currentScript.dataset.version`;
  const text = `new EventSource(${source}).onmessage = () => location.reload();`;
  const script = { type: "text/javascript; charset=utf-8", text };
  const tag = `<script src="__changes.js" data-version="${version}"></script>`;
  const files = new Map(await createReference(folders, { server: () => triedAt }));
  for (const [name, file] of files)
    if (file.policy !== undefined)
      files.set(name, { ...file, text: file.text.replace("</head>", `${tag}</head>`) });
  return files.set("__changes.js", script);
}

function contractFolders(out: string, contracts: readonly string[]): string[] {
  return contracts.map((name) => join(out, name)).filter((folder) => existsSync(folder));
}
