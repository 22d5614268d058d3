import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";

/** The reference pages of the generated contracts, which load themselves again in browsers when they change. */
export interface ReferenceServer {
  readonly url: string;
  readonly reload: () => void;
  readonly close: () => void;
}

/**
 * Serves `reference.html` of each contract below a folder, at `/<contract>`.
 *
 * @param port another is taken where this one is in use
 */
export async function serveReferences(
  out: string,
  contracts: () => readonly string[],
  port: number,
): Promise<ReferenceServer> {
  const browsers = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const name = decodeURI(request.url ?? "/").slice(1);
    if (name === changesPath) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(":\n\n");
      browsers.add(response);
      response.once("close", () => browsers.delete(response));
      return;
    }
    void pageOf(out, contracts(), name).then((page) => {
      response.writeHead(page === undefined ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
      });
      response.end(page ?? "There is no such contract.");
    });
  });
  const url = await listen(server, port);
  return {
    url,
    reload: () => {
      for (const browser of browsers) browser.write("data: changed\n\n");
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const changesPath = "__changes";

/** What a page is given in development only; a browser that lost the connection asks again by itself. */
const script = `<script>new EventSource("/${changesPath}").onmessage = () => location.reload();</script>`;

async function pageOf(
  out: string,
  contracts: readonly string[],
  name: string,
): Promise<string | undefined> {
  if (name === "")
    return `<!doctype html><title>Contracts</title><ul>${contracts.map((each) => `<li><a href="/${each}">${each}</a></li>`).join("")}</ul>${script}`;
  if (!contracts.includes(name)) return undefined;
  const page = await readFile(join(out, name, "reference.html"), "utf8").catch(() => undefined);
  return page?.replace(/(?=<\/body>)/, script);
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" && port !== 0) listen(server, 0).then(resolve, reject);
      else reject(error);
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null)
        resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
