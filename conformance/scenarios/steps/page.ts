import { parse, serializeOuter, type DefaultTreeAdapterTypes } from "parse5";
import { isBinaryType, mediaTypeOf } from "@contract-toolkit/contract";
import type { Provider } from "../../provider.ts";
import { PATIENCE_MS, sendWireRequest, type HttpResponse } from "../../targets/send.ts";

const MOST_REDIRECTS = 5;

/**
 * Opens the page at a URL, and follows redirects on its host.
 *
 * @param readPicture reads what a picture on the page says; without it, pictures say nothing
 * @throws {ConformanceError} `no-response`, when no response comes in time
 */
export async function openPage(address: URL, readPicture?: Provider["readPicture"]) {
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    const request = { url, method: "GET", headers: { Accept: "text/html" } };
    const response = await sendWireRequest(request, PATIENCE_MS);
    const to = response.headers.get("location");
    const next = to === null ? null : URL.parse(to, url);
    const isFollowed = next?.host === url.host && redirects < MOST_REDIRECTS;
    if (next === null || !isFollowed) return readHtmlPage(url, response, next?.href, readPicture);
    url = next;
  }
}

async function readHtmlPage(
  url: URL,
  { status, headers, text: sent }: HttpResponse,
  redirect: string | undefined,
  readPicture: Provider["readPicture"] = () => Promise.resolve(undefined),
) {
  // `sendWireRequest` returns the Base64 of a picture.
  const isBytes = isBinaryType(headers.get("content-type") ?? "");
  const html = isBytes ? Buffer.from(sent, "base64").toString() : sent;
  // Browsers without scripts show the content of `noscript`.
  const page = parse(html, { scriptingEnabled: false });
  const elements = elementsIn(page);
  const text = textsIn(page).join(" ").replace(/\s+/g, " ").trim();
  const absolute = (link: string) => URL.parse(link, url)?.href ?? [];
  const onward = [
    ...elements.flatMap(refreshOf).flatMap(absolute),
    ...(redirect ? [redirect] : []),
  ];
  const [language] = elements.flatMap((element) => attributeOf(element, "html", "lang"));
  return {
    status,
    headers: Object.fromEntries(headers),
    body: {
      /** The last URL after redirects on the same host. */
      url: url.href,
      /** URLs of links, of the page's refresh, and of a redirect to another host. */
      links: [
        ...elements.flatMap((element) => attributeOf(element, "a", "href")).flatMap(absolute),
        ...onward,
      ],
      /** URL of the page's refresh or of a redirect to another host; "" without one. */
      onward: onward[0] ?? "",
      // Nobody sees the content of a redirect.
      ...(redirect === undefined && {
        /** Language of the root element without a region: `en` for `en-US` (BCP 47). */
        language: language?.split("-")[0]?.toLowerCase(),
        /** Visible text, with white space reduced to single spaces. */
        text,
        /** Digits of the numbers next to a sign like € or a code of three capitals, without a fraction of zero. */
        quantities: quantitiesIn(text),
        /** Contents of the QR codes on the page. A page that is itself an unreadable picture has "". */
        codes: await codesIn(elements, headers.get("content-type") ?? "", readPicture),
      }),
    },
  };
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

function elementsIn(node: Node): Element[] {
  const inside = "childNodes" in node ? node.childNodes.flatMap(elementsIn) : [];
  return "tagName" in node ? [node, ...inside] : inside;
}

function textsIn(node: Node): string[] {
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  return "childNodes" in node && !hidden.has(node.nodeName) ? node.childNodes.flatMap(textsIn) : [];
}

const hidden: ReadonlySet<string> = new Set(["head", "style", "script"]);

/** The value of an attribute, if the element has this name and the attribute. */
function attributeOf({ tagName, attrs }: Element, tag: string, attribute: string): string[] {
  return attrs
    .filter(({ name }) => tagName === tag && name === attribute)
    .map(({ value }) => value);
}

/**
 * Pictures on a page may be something else, so unreadable ones are left out. A picture with its own URL is expected to be a QR
 * code.
 */
async function codesIn(
  elements: readonly Element[],
  contentType: string,
  readPicture: NonNullable<Provider["readPicture"]>,
): Promise<string[]> {
  const pictures = elements.filter(({ tagName }) => tagName === "svg");
  const codes = await Promise.all(pictures.map((svg) => readPicture(serializeOuter(svg))));
  const unread = mediaTypeOf(contentType) === "image/svg+xml" ? "" : [];
  return codes.flatMap((code) => code ?? unread);
}

function refreshOf(element: Element): string[] {
  const [kind] = attributeOf(element, "meta", "http-equiv");
  const [content = ""] = attributeOf(element, "meta", "content");
  const [, link] = /^\s*\d+\s*[;,]\s*url\s*=\s*(.*)/i.exec(content) ?? [];
  return kind?.toLowerCase() === "refresh" && link !== undefined ? [link] : [];
}

/** Digits with the separators that languages use between groups of three. */
const grouped = String.raw`\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+(?:[.,]00?)?(?!\d)|\d{1,12}(?:[.,]00?)?(?!\d)`;
/** Digits in a word with other letters, and more than twelve digits, are not read: random names may contain them. */
const quantity = new RegExp(
  String.raw`(?:\p{Sc}|\b[A-Z]{3})\s?(${grouped})(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])(${grouped})\s?(?:\p{Sc}|[A-Z]{3}\b)`,
  "gu",
);

function quantitiesIn(text: string): string[] {
  return [...text.matchAll(quantity)].map(([, after, before]) =>
    (after ?? before ?? "").replace(/[.,]00?$/, "").replace(/\D/g, ""),
  );
}
