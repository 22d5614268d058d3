import { setTimeout as pause } from "node:timers/promises";
import { isObject } from "@contract-toolkit/kernel";

/** A page as somebody sees it who opens its address in a browser. */
export interface OpenedPage {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    /** Where redirects have led to on the same host. */
    readonly url: string;
    /** Which language the page says it is in. */
    readonly language: string | undefined;
    /** What can be read on it, each run of white space as one space. */
    readonly text: string;
    /** The digits of numbers beside a unit, which is a sign like € or a code of three capitals, without fractions of zero. */
    readonly quantities: readonly string[];
    /** Where it leads to: links, what it goes on to by itself, and a redirect to another host. */
    readonly links: readonly string[];
    /** What it goes on to by itself; empty where it stays. */
    readonly onward: string;
  };
}

/** Enough for any page, few enough to end. */
const MOST_REDIRECTS = 5;

const PATIENCE_MS = 10_000;

/**
 * Opens the page at a URL, and follows redirects on its host.
 *
 * @throws {Error} when nobody answers in time
 */
export async function openPage(address: URL): Promise<OpenedPage> {
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await get(url);
    const to = answer.headers.get("location");
    const next = to === null ? null : URL.parse(to, url);
    const isFollowed = next?.host === url.host && redirects < MOST_REDIRECTS;
    if (next === null || !isFollowed) return readPage(url, answer, await answer.text(), next?.href);
    await answer.arrayBuffer();
    url = next;
  }
}

/** A server that closes a connection which was kept open does so without a word. */
async function get(url: URL): Promise<Response> {
  const ask = () =>
    fetch(url, {
      headers: { Accept: "text/html" },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  return ask().catch(async (error: unknown) => {
    if (!(error instanceof TypeError) || !isObject(error.cause)) throw error;
    await pause(1);
    return ask();
  });
}

function readPage(
  url: URL,
  { status, headers }: Response,
  html: string,
  redirect: string | undefined,
): OpenedPage {
  const text = textOf(html);
  const absolute = (link: string) => URL.parse(link, url)?.href ?? [];
  const onward = [...refreshesIn(html).flatMap(absolute), ...(redirect ? [redirect] : [])];
  return {
    status,
    headers: Object.fromEntries(headers),
    body: {
      url: url.href,
      language: /<html[^>]*\slang="?([\w-]+)/i.exec(html)?.[1],
      text,
      quantities: quantitiesIn(text),
      links: [...linksIn(html).flatMap(absolute), ...onward],
      onward: onward[0] ?? "",
    },
  };
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/gi)].map(([, link = ""]) => decoded(link));
}

function refreshesIn(html: string): string[] {
  const refreshes = html.matchAll(/<meta\s[^>]*content="\d+;\s*url=([^"]*)"/gi);
  return [...refreshes].map(([, link = ""]) => decoded(link));
}

function textOf(html: string): string {
  const read = html.replace(/<(head|style|script)\b.*?<\/\1>/gis, " ").replace(/<[^>]*>/g, " ");
  return decoded(read).replace(/\s+/g, " ").trim();
}

/** What HTML has to escape, and numeric references. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(String(hex), 16));
    return entities[String(name)] ?? whole;
  });
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u{a0}",
};

/** Digits with what languages put between groups of three. */
const grouped = String.raw`\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+(?:[.,]00?)?(?!\d)|\d{1,12}(?:[.,]00?)?(?!\d)`;
/** Digits in a word with other letters are no number, nor are more than twelve: names that are made at random may look so. */
const quantity = new RegExp(
  String.raw`(?:\p{Sc}|\b[A-Z]{3})\s?(${grouped})(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])(${grouped})\s?(?:\p{Sc}|[A-Z]{3}\b)`,
  "gu",
);

function quantitiesIn(text: string): string[] {
  return [...text.matchAll(quantity)].map(([, after, before]) =>
    (after ?? before ?? "").replace(/[.,]00?$/, "").replace(/\D/g, ""),
  );
}
