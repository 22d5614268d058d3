import { html, type Html } from "@contract-toolkit/kernel";

/**
 * Writes a text that somebody else made, so that it cannot change the order in
 * which the page around it is read.
 */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}
