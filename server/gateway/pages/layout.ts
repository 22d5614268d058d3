import { createHash } from "node:crypto";
import { Html, html } from "@contract-toolkit/contract";
import type { FieldFault } from "../domain/errors.ts";
import type { Language } from "./links.ts";
import { ONWARD_S, pageScript, pageScriptSource, timeLeft, type TimeLeft } from "./time-left.ts";

/** The view of a page that its address asks for. */
export interface View {
  readonly language: Language;
  /** Whether the customer came from the link that opens an app. */
  readonly inApp: boolean;
  /** The faults that the customer must correct. */
  readonly faults: readonly FieldFault[];
}

/** The content of a page. */
export interface Page {
  readonly title: string;
  readonly content: Html;
  /** The URL to which the browser is redirected after `ONWARD_S`. */
  readonly onward?: string | undefined;
  /** The time limit of the form, after which the page is reloaded. */
  readonly left?: TimeLeft | undefined;
}

/** Writes a whole page. It loads nothing, and its only script shows the time left and redirects. */
export function layout({ title, content, onward, left }: Page, language: Language): string {
  const [refresh, leading] =
    onward === undefined
      ? []
      : [
          html`<noscript
            ><meta http-equiv="refresh" content="${ONWARD_S};url=${onward}"
          /></noscript>`,
          html`data-onward="${onward}"`,
        ];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${refresh}${styleElement}
      </head>
      <body>
        <main ${leading}>
          <h1>${title}</h1>
          ${left && timeLeft(left, language)}${content}
        </main>
        ${pageScript}
      </body>
    </html> `.text;
}

const style = `
:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif;color:#1c2530;background:#eef1f5}
body{margin:0;padding:1rem}
main{box-sizing:border-box;max-width:30rem;margin:2rem auto;padding:1.5rem 2rem 2rem;background:#fff;border-radius:.75rem;box-shadow:0 1px 4px #0002}
h1{margin:0 0 1rem;font-size:1.375rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 0;margin:0 0 1.5rem}
dt{padding-right:1.5rem;color:#5a6675}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.total{padding-top:.375rem;border-top:1px solid #d6dce3;font-weight:600}
label{display:block;margin:0 0 1rem}
input,select{box-sizing:border-box;width:100%;margin-top:.25rem;padding:.625rem;font:inherit;border:1px solid #8793a1;border-radius:.375rem;background:#fff}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button,.button{flex:1;padding:.75rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:#fff;background:#0b5fc0;border:1px solid #0b5fc0;border-radius:.375rem;cursor:pointer}
.button small{display:block;font-weight:400}
button.quiet{color:#33404f;background:#fff;border-color:#8793a1}
:focus-visible{outline:3px solid #f2a900;outline-offset:2px}
.fault,.failure,.success,.tester{margin:0 0 1rem;padding:.625rem .875rem;border-radius:.375rem}
.fault,.failure{color:#8c1d18;background:#fcebea}
.success{color:#135b2e;background:#e6f5ec}
.tester{color:#5c4400;background:#fff6d8}
.code{display:block;width:12rem;margin:0 auto 1rem}
.hint{text-align:center;color:#5a6675}
`;

const styleElement = new Html(`<style>${style}</style>`);
const styleHash = createHash("sha256").update(style).digest("base64");

/** Headers of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `script-src ${pageScriptSource}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  // The address is the customer's only credential and must not reach other sites.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};
