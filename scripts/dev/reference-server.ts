import { existsSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import {
  createReference,
  serveReference,
  type Reference,
} from "@contract-toolkit/server/reference";

/** The reference pages of the generated contracts, which load themselves again in browsers when they change. */
export interface ReferenceServer {
  readonly url: string;
  readonly reload: () => void;
  readonly close: () => void;
}

/**
 * Serves the reference of the contracts below a folder.
 *
 * @param port another is taken where this one is in use
 */
export async function serveReferences(
  out: string,
  contracts: () => readonly string[],
  port: number,
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
    reference ??= reloadingReference(out, contracts());
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
  const url = await listen(server, port);
  return {
    url,
    reload: () => {
      reference = undefined;
      for (const browser of browsers) browser.write("data: changed\n\n");
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const changesPath = "/__changes";

/** Pages have a script in development only; a browser that lost the connection asks again by itself. */
async function reloadingReference(out: string, contracts: readonly string[]): Promise<Reference> {
  const folders = contracts.map((name) => join(out, name)).filter((folder) => existsSync(folder));
  const text = `new EventSource("${changesPath}").onmessage = () => location.reload();`;
  const script = { contentType: "text/javascript", text };
  const tag = `<script src="__changes.js"></script>`;
  const files = [...(await createReference(folders))].map(
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
