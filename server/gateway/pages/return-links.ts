import { type Html, html } from "@contract-toolkit/kernel";
import { isFinal, type Transaction } from "../domain/payments/transaction.ts";
import { readDocument } from "../http/generated-documents.ts";
import type { Language } from "./links.ts";
import { details, isolated } from "./details.ts";
import type { Page } from "./layout.ts";
import { texts } from "./translations.ts";

/**
 * What a customer sees of a payment that they have nothing more to do for, and the ways back to the partner: to its shop, and to
 * its app where the order names one (choice "header-extras"). `onward`: where the browser goes by itself once it is final.
 *
 * @param inApp whether the customer came by the link that opens an app: then the way to the partner's app comes first
 */
export function ending(
  transaction: Transaction,
  language: Language,
  inApp: boolean,
): Pick<Page, "content" | "onward"> {
  const t = texts[language];
  const { redirectUrl, status, failure } = transaction;
  const toShop = { url: isWebPage(redirectUrl) ? redirectUrl : undefined, text: t.backToShop };
  const toApp = { url: appReturn(transaction), text: t.backToApp };
  const ways = inApp ? [toApp, toShop] : [toShop, toApp];
  const look = status === "error" ? "failure" : status;
  return {
    content: html`<p class="${look}" role="status">${t.outcomes[failure ?? status]}</p>
      ${details(transaction, language)}${linkButtons(ways)}`,
    onward: isFinal(status) ? ways.find(({ url }) => url !== undefined)?.url : undefined,
  };
}

/** Links that look like buttons, and say where they lead; one without an address is left out. */
export function linkButtons(
  ways: readonly { readonly url: string | undefined; readonly text: string }[],
): Html | undefined {
  const links = ways.flatMap(({ url, text }) =>
    url === undefined
      ? []
      : html`<a class="button" href="${url}" rel="noreferrer"
          >${text} <small>${isolated(placeOf(url))}</small></a
        >`,
  );
  return links.length === 0 ? undefined : html`<p class="buttons">${links}</p>`;
}

/** The host of a web page, in ASCII, or the scheme of an app: what a customer can tell a place by. */
function placeOf(url: string): string {
  const { protocol, host } = new URL(url);
  return isWebPage(url) ? host : protocol.slice(0, -1);
}

/** Whether a browser can be sent there: an order may name anything that is an URL. */
export function isWebPage(url: string): boolean {
  return /^https?:/i.test(url);
}

/** The URL with these values in its query, in place of what it says under the same names. */
export function withQuery(url: URL, values: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(values)) changed.searchParams.set(name, value);
  return changed.href;
}

/** The partner's app, which is told the order's code and what became of it. */
function appReturn({ deeplinkUrl, orderId, status }: Transaction): string | undefined {
  const url = deeplinkUrl === undefined ? null : URL.parse(deeplinkUrl);
  if (url === null || !appLink.test(url.href)) return undefined;
  return withQuery(url, { orderId, status });
}

/**
 * What the contract takes for an app's link (choice "app-link"); an order may have been stored before it did. `URL` has
 * removed the tabs and line breaks that browsers overlook in a scheme.
 */
const appLink = new RegExp(
  String(readDocument("gateway").components?.schemas?.["AppLink"]?.["pattern"]),
  "u",
);
