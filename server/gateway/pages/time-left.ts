import { createHash } from "node:crypto";
import { Html, html } from "@contract-toolkit/contract";
import type { Language } from "./links.ts";
import { texts } from "./translations.ts";

/** The time limit of a page. */
export interface TimeLeft {
  /** The end and the current time, in milliseconds since 1970 by the gateway's clock. */
  readonly deadline: number;
  readonly now: number;
}

/** Shows the time limit, with a countdown if scripts run. */
export function timeLeft({ deadline, now }: TimeLeft, language: Language): Html {
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
  const end = new Date(deadline);
  return html`<p class="hint" role="timer">
    ${texts[language].payBefore}
    <time datetime="${end.toISOString()}">${clockTime.format(end)}</time>
    <b class="left" data-left="${seconds}">${minutes(seconds)}</b>
  </p>`;
}

/** Hours and minutes in Viet Nam. */
const clockTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Ho_Chi_Minh",
  hour: "2-digit",
  minute: "2-digit",
});

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Long enough to read one line. */
export const ONWARD_S = 5;

// The page is reloaded at its time limit, and when the browser shows it again from its cache.
const script = `
const left = document.querySelector("[data-left]");
if (left) {
  const end = performance.now() + left.dataset.left * 1000;
  setInterval(() => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    if (seconds === 0) location.reload();
    left.textContent = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
  }, 1000);
}
const { onward } = document.querySelector("main").dataset;
if (onward) {
  const leading = setTimeout(() => { location.href = onward; }, ${1000 * ONWARD_S});
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => clearTimeout(leading));
}
addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
`;

/** Shows the countdown, and redirects unless the customer uses the page. Without it, the page has the same text and links. */
export const pageScript = new Html(`<script>${script}</script>`);

/** The source of the script in a Content Security Policy. */
export const pageScriptSource = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
