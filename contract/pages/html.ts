import { printableLines } from "../escaping.ts";

/** A piece of HTML whose texts have been escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in HTML; of a list, each in turn, and of undefined nothing. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/**
 * Writes HTML; whatever is put in is escaped unless it is HTML itself, and printed as `printableLines` does.
 *
 * @example
 * html`<p title="${"O'Neil"}">${"a < b"}</p>`.text; // '<p title="O&#39;Neil">a &lt; b</p>'
 */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(texts.map((text, at) => text + textOf(parts[at])).join(""));
}

/**
 * The parts of a text between back-quotes as code.
 *
 * @example
 * prose("Of `a`.").text; // "Of <code>a</code>."
 */
export function prose(text: string): Html {
  const parts = text.split("`");
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function textOf(part: HtmlPart): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(textOf).join("");
  return printableLines(String(part)).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
