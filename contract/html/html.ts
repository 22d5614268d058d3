import { printableLines } from "../escaping.ts";

/** A piece of escaped HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can be put into HTML. Lists are joined, undefined is left out. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/**
 * Writes HTML. Values are escaped with `printableLines` and for HTML, unless they are HTML themselves.
 *
 * @example
 * html`<p title="${"O'Neil"}">${"a < b"}</p>`.text; // '<p title="O&#39;Neil">a &lt; b</p>'
 */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(texts.map((text, at) => text + renderHtmlPart(parts[at])).join(""));
}

/**
 * Makes the parts between backquotes code.
 *
 * @example
 * prose("Of `a`.").text; // "Of <code>a</code>."
 */
export function prose(text: string): Html {
  const parts = text.split("`");
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function renderHtmlPart(part: HtmlPart): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(renderHtmlPart).join("");
  return printableLines(String(part)).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
