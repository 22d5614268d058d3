import type { IncomingMessage, ServerResponse } from "node:http";
import { html, pageStyle } from "@contract-toolkit/kernel";
import { type BrowserFile, pagePolicy, readBrowserFiles } from "../browser-files.ts";
import { readContract, type ReferenceContract } from "./contract.ts";
import { frame, type Link } from "./frame.ts";
import { referencePage } from "./page.ts";

export interface ReferenceOptions {
  /**
   * URL of the server to which a contract's requests are sent from the page. "" is the reference's own server. If undefined,
   * requests cannot be sent.
   */
  readonly server?: (contract: string) => string | undefined;
}

/** The files of a reference by name, such as `index.html`. A browser loads no others. */
export type Reference = ReadonlyMap<string, ReferenceFile>;

/** A file of a reference. */
export interface ReferenceFile extends BrowserFile {
  /** Content-Security-Policy of a page. */
  readonly policy?: string;
}

/**
 * Makes the reference of generated contracts: a page for each, an index page and a search.
 *
 * @param folders of the contracts, such as `generated/catalogue`
 * @example
 * const reference = await createReference(["generated/catalogue"]);
 * reference.get("catalogue.html")?.text;
 */
export async function createReference(
  folders: readonly string[],
  { server = () => undefined }: ReferenceOptions = {},
): Promise<Reference> {
  const contracts = await Promise.all(folders.map(readContract));
  // Versions of a service share their choices.
  const choices = new Map(contracts.flatMap((each) => each.choices).map((each) => [each.id, each]));
  const pages = [
    { title: "All contracts", href: "index.html" },
    ...contracts.map(({ name, document }) => ({
      title: document.info.title,
      href: `${name}.html`,
    })),
  ];
  const written = contracts.map((contract) => {
    const address = server(contract.name);
    const policy = policyFor(address);
    return {
      name: `${contract.name}.html`,
      policy,
      ...referencePage(contract, {
        pages,
        choices: [...choices.values()],
        server: address,
        policy,
      }),
    };
  });
  const policy = policyFor(undefined);
  const index = written.flatMap((each) => each.index);
  return new Map<string, ReferenceFile>([
    ["index.html", page(indexPage(contracts, pages, policy), policy)],
    ...written.map((each): [string, ReferenceFile] => [each.name, page(each.text, each.policy)]),
    ["search.json", { type: "application/json; charset=utf-8", text: JSON.stringify(index) }],
    ["page.css", { type: "text/css; charset=utf-8", text: pageStyle.text }],
    ...readBrowserFiles(new URL("browser/", import.meta.url), [""]),
  ]);
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
  const [target = ""] = urlOf(request).split("?");
  if (`${target}/` === path) {
    response.writeHead(308, { location: path }).end();
    return true;
  }
  const file = target.startsWith(path)
    ? reference.get(target.slice(path.length) || "index.html")
    : undefined;
  if (!file || !["GET", "HEAD"].includes(request.method ?? "")) return false;
  response.writeHead(200, {
    "content-type": file.type,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(file.policy !== undefined && {
      "content-security-policy": `${file.policy}; frame-ancestors 'none'`,
    }),
  });
  response.end(file.text);
  return true;
}

/** The whole path. Express removes the mount path from `url`. */
function urlOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? "";
}

function policyFor(server: string | undefined): string {
  return pagePolicy(server ? ` ${new URL(server).origin}` : "");
}

function page(text: string, policy: string): ReferenceFile {
  return { type: "text/html; charset=utf-8", text, policy };
}

function indexPage(
  contracts: readonly ReferenceContract[],
  pages: readonly Link[],
  policy: string,
): string {
  return frame({
    title: "Reference",
    pages,
    groups: [],
    policy,
    main: html`${contracts.map(
      ({ name, document: { info }, operations }) =>
        html`<section id="${name}">
          <h2><a href="${name}.html">${info.title}</a> <small>${info.version}</small></h2>
          <p>${info.description}</p>
          <table>
            ${operations.map(
              ({ operation: { id, method, path, summary } }) =>
                html`<tr>
                  <td><a href="${name}.html#${id}">${summary}</a></td>
                  <td colspan="2"><b>${method}</b> <code>${path}</code></td>
                </tr>`,
            )}
          </table>
        </section>`,
    )}`,
  });
}
