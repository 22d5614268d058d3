import type { IncomingMessage, ServerResponse } from "node:http";
import { html, type OpenApiDocument, type Sample, valueAt } from "@contract-toolkit/contract";
import {
  type BrowserFile,
  hashOf,
  readBrowserFiles,
  sendBrowserFile,
} from "@contract-toolkit/inspector/browser-files";
import type { CredentialSource, ShownContract } from "./browser/start.ts";
import { readContract } from "./contract.ts";
import { scalarScript } from "./scalar-script.ts";
import { operationsIn, type ReferenceOptions, servedDocument } from "./served-document.ts";

export type { ReferenceOptions } from "./served-document.ts";

/** The files of a reference by name, such as `index.html`. A browser loads no others. */
export type Reference = ReadonlyMap<string, ReferenceFile>;

/** A file of a reference. */
export interface ReferenceFile extends BrowserFile {
  /** Content-Security-Policy of a page. */
  readonly policy?: string;
}

/**
 * Makes the reference of generated contracts: a page that shows their documents with Scalar.
 *
 * @param folders of the contracts, such as `generated/catalogue`
 * @example
 * const reference = await createReference(["generated/catalogue"]);
 * reference.get("catalogue.json")?.text;
 */
export async function createReference(
  folders: readonly string[],
  options: ReferenceOptions = {},
): Promise<Reference> {
  const contracts = await Promise.all(folders.map(readContract));
  // Versions of a service share their choices.
  const choices = new Map(
    contracts.flatMap((contract) => contract.choices).map((choice) => [choice.id, choice]),
  );
  const scalar = scalarScript();
  const scalarName = `scalar-${hashOf(scalar)}.js`;
  const shown = contracts.map(({ name, document, samples }): ShownContract => ({
    title: document.info.title,
    slug: name,
    url: `${name}.json`,
    server: options.server?.(name),
    operations: operationTags(document),
    fresh: listFreshValues(samples),
    schemes: Object.keys(document.components?.securitySchemes ?? {}),
  }));
  const policy = policyFor(shown);
  const page = referencePage(shown, policy, scalarName, options.credential);
  return new Map<string, ReferenceFile>([
    ["index.html", { type: "text/html; charset=utf-8", text: page, policy }],
    [scalarName, { type: SCRIPT, text: scalar, isImmutable: true }],
    ...readBrowserFiles(new URL("browser/", import.meta.url), [""]),
    ...contracts.map((contract): [string, ReferenceFile] => [
      `${contract.name}.json`,
      {
        type: "application/json; charset=utf-8",
        text: JSON.stringify(servedDocument(contract, [...choices.values()], options)),
      },
    ]),
  ]);
}

const SCRIPT = "text/javascript; charset=utf-8";

function operationTags(document: OpenApiDocument): Record<string, string> {
  const tagged = operationsIn(document).map(({ operationId, tags: [tag = "default"] = [] }) => [
    operationId,
    tag,
  ]);
  return Object.fromEntries(tagged) as Record<string, string>;
}

function listFreshValues(samples: readonly Sample[]): string[] {
  const values = samples.flatMap(({ request, fresh }) =>
    fresh.map(({ pointer }) => valueAt(request, pointer)),
  );
  return [...new Set(values.filter((value) => typeof value === "string"))];
}

/** Scalar writes style elements, so inline styles are allowed. */
function policyFor(contracts: readonly ShownContract[]): string {
  const servers = contracts.flatMap(({ server }) => (server ? [new URL(server).origin] : []));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...new Set(servers)].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function referencePage(
  contracts: readonly ShownContract[],
  policy: string,
  scalar: string,
  credential: CredentialSource | undefined,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${contracts.map(({ title }) => title).join(", ")}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="reference.css" />
        <script type="module" src="start.js"></script>
        <script defer src="${scalar}"></script>
      </head>
      <body>
        <div
          id="reference"
          data-contracts="${JSON.stringify(contracts)}"
          ${credential && html`data-credential="${JSON.stringify(credential)}"`}
        ></div>
        <noscript>
          <h1>Reference</h1>
          <p>This page needs JavaScript. The OpenAPI documents have the same content:</p>
          <ul>
            ${contracts.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}
          </ul>
        </noscript>
      </body>
    </html> `.text;
}

/**
 * Serves a reference below a path that ends with a slash, such as `/docs/`.
 *
 * @returns whether the request was for one of its files and has been answered
 */
export function serveReference(
  reference: Reference,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [target = ""] = requestUrl(request).split("?");
  if (`${target}/` === path) {
    response.writeHead(308, { location: path }).end();
    return true;
  }
  const name = target.startsWith(path) ? target.slice(path.length) || "index.html" : "";
  const file = reference.get(name);
  if (!file || !["GET", "HEAD"].includes(request.method ?? "")) return false;
  const { policy } = file;
  void sendBrowserFile(file, request, response, {
    ...(policy !== undefined && {
      "content-security-policy": `${policy}; frame-ancestors 'none'`,
    }),
  });
  return true;
}

/** The whole path. Express removes the mount path from `url`. */
function requestUrl(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? "";
}
