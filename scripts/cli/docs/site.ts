import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { nodeOrEmpty } from "@contract-toolkit/schemas/documents/nodes";
import { readPackageJson } from "../package-json.ts";
import { runVisibly } from "../processes.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { openServer, type OpenServer, orOnFreePort } from "@contract-toolkit/mock/open-server";

/**
 * Builds the documentation site of the project in the working folder, and serves it.
 *
 * @throws {UsageError} when package.json has no script "site", or the script fails
 */
export async function openSite(options: { host: string; port: number }): Promise<OpenServer> {
  if (nodeOrEmpty(readPackageJson()["scripts"])["site"] === undefined)
    throw new UsageError(
      `This project has no documentation site: package.json has no script "site" that builds one in ${folder}.`,
    );
  await runVisibly(["npm", "run", "--silent", "site"]);
  const server = createServer((request, response) => {
    void findSitePage(request.url ?? "/").then(({ status, type, content }) => {
      response.writeHead(status, { "content-type": type }).end(content);
    });
  });
  return orOnFreePort((port) => openServer(server, options.host, port), options.port);
}

const folder = join("dist", "site");

/** The page of a URL, or else the site's own page for unknown addresses. */
async function findSitePage(url: string) {
  return readSitePage(url)
    .then((page) => ({ ...page, status: 200 }))
    .catch(async () => ({ ...(await readSitePage("/404.html")), status: 404 }))
    .catch(() => ({ status: 404, type: html, content: unknownPage }));
}

const html = "text/html; charset=utf-8";
const unknownPage = `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>There is no such page</title>
<main><h1>There is no such page</h1><p><a href="/">Start</a></p></main>
`;

/** @throws {Error} when the URL is malformed or names no file of the site */
async function readSitePage(url: string) {
  const path = decodeURIComponent(new URL(url, "http://site").pathname);
  const file = resolve(folder, `.${path}${path.endsWith("/") ? "index.html" : ""}`);
  if (!file.startsWith(resolve(folder) + sep)) throw new Error("The file is not of the site.");
  const type = types[extname(file)] ?? "application/octet-stream";
  return { type, content: await readFile(file) };
}

const types: Readonly<Record<string, string>> = {
  ".html": html,
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
