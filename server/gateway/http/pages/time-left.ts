import { type Html, html } from "@contract-toolkit/contract";
import type { Language } from "./links.ts";
import { texts } from "./translations.ts";

/** The time limit of a page. */
export interface TimeLeft {
  /** The end and the current time, in milliseconds since 1970 by the gateway's clock. */
  readonly deadline: number;
  readonly now: number;
}

/** Shows the time that is left, which counts down if scripts run. */
export function timeLeft({ deadline, now }: TimeLeft, language: Language): Html {
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<p class="quiet" role="timer">
    ${texts[language].timeLeft} <b data-left="${seconds}">${shown}</b>
  </p>`;
}
