import { html, type Html } from "@contract-toolkit/kernel";
import type { PageData } from "./browser/try-it.ts";

export interface Link {
  readonly title: string;
  readonly href: string;
}

export interface FrameParts {
  readonly title: string;
  readonly version?: string;
  readonly pages: readonly Link[];
  readonly groups: readonly { readonly title: string; readonly links: readonly Link[] }[];
  /** Content-Security-Policy. */
  readonly policy: string;
  readonly data?: PageData;
  readonly main: Html;
}

/** A page of the reference, with navigation. It loads only its style and its script. */
export function frame({ title, version, pages, groups, policy, data, main }: FrameParts): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title} ${version}</title>
        <link rel="stylesheet" href="page.css" />
        <link rel="stylesheet" href="reference.css" />
        <script type="module" src="script.js"></script>
      </head>
      <body${data && html` data-contract="${data.contract}" data-address="${data.address}"${data.isTried ? html` data-tries` : ""}`}>
        <nav aria-label="Reference">
          <p class="title">${title}</p>
          <p>${version}</p>
          <ul>
            ${pages.map(({ title: name, href }) => html`<li><a href="${href}">${name}</a></li>`)}
          </ul>
          ${groups.map(
            ({ title: group, links }) =>
              html`<p class="group">${group}</p>
                <ul>
                  ${links.map((link) => html`<li><a href="${link.href}">${link.title}</a></li>`)}
                </ul>`,
          )}
        </nav>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html> `.text;
}
