/** A piece of HTML whose texts have been escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[] | undefined;

/**
 * Writes HTML; whatever is put in is escaped unless it is HTML itself.
 *
 * @example
 * html`<p>${order.info}</p>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = strings.map((text, at) => text + textOf(parts[at]));
  return new Html(written.join(""));
}

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

function textOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
