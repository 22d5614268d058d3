import { html, type Html } from "@contract-toolkit/kernel";

/**
 * Writes a text that somebody else made, so that it cannot change the order in
 * which the page around it is read.
 */
export function isolated(text: string): Html {
  return html`<bdi>${visible(text)}</bdi>`;
}

/** Puts a visible sign in place of control characters, those among them that turn the direction of a text around. */
export function visible(text: string): string {
  return text.replace(/[\p{Bidi_Control}\p{Cc}]/gu, "\u{fffd}");
}
