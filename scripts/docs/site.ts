import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { nodeOf } from "../documents/nodes.ts";
import { readPackageJson } from "../package-json.ts";
import { runVisibly } from "../processes.ts";
import { UsageError } from "../usage-error.ts";
import { openServer, type OpenServer, orOnFreePort } from "../open-server.ts";

/**
 * Builds the documentation site of the project in the working folder, and serves it.
 *
 * @throws {UsageError} when package.json has no script "site", or the script fails
 */
export async function openSite(options: { host: string; port: number }): Promise<OpenServer> {
  if (nodeOf(readPackageJson()["scripts"])["site"] === undefined)
    throw new UsageError(
      `This project has no documentation site: package.json has no script "site" that builds one in ${folder}.`,
    );
  await runVisibly(["npm", "run", "--silent", "site"]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const file = resolve(
      folder,
      `.${decodeURIComponent(pathname)}${pathname.endsWith("/") ? "index.html" : ""}`,
    );
    const isInside = file.startsWith(resolve(folder) + sep);
    (isInside ? readFile(file) : Promise.reject(new Error("outside"))).then(
      (content) => {
        const type = types[extname(file)] ?? "application/octet-stream";
        response.writeHead(200, { "content-type": type }).end(content);
      },
      () => {
        response.writeHead(404).end("There is no such page.");
      },
    );
  });
  return orOnFreePort((port) => openServer(server, options.host, port), options.port);
}

const folder = join("dist", "site");

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
