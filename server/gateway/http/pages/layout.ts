import { createHash } from "node:crypto";
import { Html, html, pageStyle } from "@contract-toolkit/contract";
import type { FieldViolation } from "../../domain/errors.ts";
import { type Language, languages, queryOf } from "./links.ts";
import { pageScript, pageScriptSource } from "./page-script.ts";
import { timeLeft, type TimeLeft } from "./time-left.ts";
import { texts } from "./translations.ts";

/** The view of a page that its address asks for. */
export interface View {
  readonly language: Language;
  /** Whether the customer came from the link that opens an app. */
  readonly inApp: boolean;
  /** The violations that the customer must correct. */
  readonly violations: readonly FieldViolation[];
}

/** The content of a page. */
export interface Page {
  readonly title: string;
  readonly content: Html;
  /** What is paid, beside the content. */
  readonly summary?: Html | undefined;
  /** What helps to fill in the form, below it. */
  readonly help?: Html | undefined;
  /** The bank whose page it is; default: the gateway. */
  readonly bank?: string | undefined;
  /** The URL to which the browser is redirected after `ONWARD_S`. */
  readonly onward?: string | undefined;
  /** The time limit of the form, after which the page is reloaded. */
  readonly left?: TimeLeft | undefined;
}

/** Long enough to read one line. */
const ONWARD_S = 5;

/** Writes a whole page. It loads nothing, and its only script is its own. */
export function layout(
  { title, content, summary, help, bank, onward, left }: Page,
  { language, inApp }: Pick<View, "language" | "inApp">,
  sandbox: boolean,
): string {
  const t = texts[language];
  const [refresh, leading] =
    onward === undefined
      ? []
      : [
          html`<noscript
            ><meta http-equiv="refresh" content="${ONWARD_S};url=${onward}"
          /></noscript>`,
          html`data-onward="${onward}" data-seconds="${ONWARD_S}"`,
        ];
  const others = languages.filter((item) => item !== language);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${refresh}${styleElement}
      </head>
      <body${bank === undefined ? undefined : html` class="bank"`}>
        <header class="row apart">
          ${bank === undefined ? undefined : html`<b>${bank}</b>`}
          ${sandbox ? html`<span class="badge warn">${t.sandbox}</span>` : undefined}
          ${others.map(
            (otherLanguage) =>
              html`<a
                href="${queryOf(otherLanguage, inApp)}"
                hreflang="${otherLanguage}"
                lang="${otherLanguage}"
                aria-label="${otherLanguage.toUpperCase()}: ${texts[otherLanguage].ownName}"
                >${otherLanguage.toUpperCase()}</a
              >`,
          )}
        </header>
        <main ${leading}>
          ${summary}
          <div class="panel stack">
            <h1>${title}</h1>
            ${left && timeLeft(left, language)}${content}
          </div>
          ${help}
        </main>
        ${pageScript}
      </body>
    </html> `.text;
}

/** What these pages add to the style of all pages: a summary beside a form, and buttons that stay in view on a phone. */
const style = `${pageStyle}
header { padding: var(--size-2) var(--size-3); } header a { margin-left: auto; }
main { display: grid; gap: var(--size-5); max-width: 60rem; align-items: start; padding-top: var(--size-3); }
main > * { min-width: 0; } main > .panel { padding: var(--size-5); } main > :not(.summary) { width: min(100%, 27rem); justify-self: center; }
.bank header { color: var(--on-accent); background: var(--accent); } .bank header a { color: inherit; } .bank .badge { color: inherit; background: none; border: 1px solid; }
.total { font-size: 2.25rem; font-weight: 600; letter-spacing: -.02em; line-height: 1.2; font-variant-numeric: tabular-nums; }
label { gap: .35rem; } input, select { min-height: 2.75rem; font-size: 1rem; }
.cardNumber { position: relative; } .cardNumber b { position: absolute; right: .75rem; bottom: .7rem; pointer-events: none; }
form:has(.cardCode) { grid-template-columns: 1fr 1fr; } form > :not(.cardExpiry, .cardCode) { grid-column: 1 / -1; }
[name=otp] { font-size: 1.5rem; letter-spacing: .4em; text-align: center; }
.buttons { display: grid; gap: var(--size-2); padding-top: var(--size-2); }
.buttons :is(button, .button) { min-height: 2.75rem; font-size: 1rem; } .button small { font-weight: 400; }
.success, .failure, .processing { display: grid; gap: var(--size-2); justify-items: center; padding: var(--size-3) 0; font-size: var(--font-size-3); font-weight: 600; text-align: center; }
.success { color: var(--good); } .failure { color: var(--bad); }
.mark { display: grid; place-content: center; width: 3.5rem; height: 3.5rem; font-size: 2rem; border-radius: 50%; background: color-mix(in srgb, currentColor 14%, transparent); }
.qr { display: block; width: 16rem; max-width: 100%; margin: 0 auto; border-radius: var(--radius); }
dd { text-align: right; } .panel dd:last-child { font-weight: 600; }
[data-card] { justify-content: space-between; flex-wrap: wrap; gap: 0 .75rem; }
@media (min-width: 56rem) { main:has(> .summary) { grid-template-columns: 1fr 27rem; gap: var(--size-5) var(--size-8); padding-top: var(--size-8); } .summary { grid-row: 1 / 3; } }
@media (max-width: 56rem) { .summary { display: contents; } .summary > dl { order: 1; }
  .summary + * .buttons { position: fixed; z-index: 1; inset: auto 0 0; grid-template-columns: 1fr auto; padding: var(--size-2) var(--size-3); background: var(--raised); border-top: 1px solid var(--line); }
  main:has(> .summary) { padding-bottom: 6rem; } html { scroll-padding-bottom: 5rem; } }
`;

const styleElement = new Html(`<style>${style}</style>`);
const styleHash = createHash("sha256").update(style).digest("base64");

/** Headers of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `script-src ${pageScriptSource}`,
    // A card is sent by fetch.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  // The address is the customer's only credential and must not reach other sites.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};
