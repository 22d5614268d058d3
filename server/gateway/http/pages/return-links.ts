import { type Html, html } from "@contract-toolkit/contract";
import { isFinalTransaction, type Transaction } from "../../domain/payments/transaction.ts";
import { readServedDocument } from "../generated-documents.ts";
import type { Language } from "./links.ts";
import { details, isolated } from "./details.ts";
import type { Page } from "./layout.ts";
import { texts } from "./translations.ts";

/**
 * The content of a page of a payment that needs no more input: its result, and links to the partner's shop and to its app if the order
 * names one (choice "header-extras"). `onward` is the URL to which the browser is redirected when the status is final.
 *
 * @param inApp whether the customer came from the link that opens an app, so that the partner's app comes first
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
    content: html`${outcome(look, t.outcomes[failure ?? status])}
    ${status === "error" ? html`<p>${t.notCharged}</p>` : undefined}
    ${details(transaction, language)}${linkButtons(ways)}`,
    onward: isFinalTransaction(status) ? ways.find(({ url }) => url !== undefined)?.url : undefined,
  };
}

/** A result in words, with a mark. */
export function outcome(look: string, text: string | undefined): Html {
  const mark = new Map([
    ["success", "✓"],
    ["failure", "✕"],
  ]).get(look);
  return html`<p class="${look}" role="status">
    <span class="mark" aria-hidden="true">${mark ?? "…"}</span><span>${text}</span>
  </p>`;
}

/** Links that look like buttons and show their target. Links without a URL are omitted. */
export function linkButtons(
  ways: readonly { readonly url: string | undefined; readonly text: string }[],
): Html | undefined {
  const known = ways.filter(({ url }) => url !== undefined);
  const links = known.flatMap(({ url, text }, at) =>
    url === undefined
      ? []
      : html`<a class="button${at === 0 ? " primary" : ""}" href="${url}" rel="noreferrer"
          >${text} <small>${isolated(describeReturnTarget(url))}</small></a
        >`,
  );
  return links.length === 0 ? undefined : html`<p class="buttons">${links}</p>`;
}

/** The target of a link that customers can recognise: the host of a web page in ASCII, or the scheme of an app. */
function describeReturnTarget(url: string): string {
  const { protocol, host } = new URL(url);
  return isWebPage(url) ? host : protocol.slice(0, -1);
}

/** Whether a URL is a web page to which a browser may be redirected. Old orders may have other URLs. */
export function isWebPage(url: string): boolean {
  return /^https?:/i.test(url);
}

/** Sets values in the query of a URL. */
export function withQuery(url: URL, values: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(values)) changed.searchParams.set(name, value);
  return changed.href;
}

/** The link to the partner's app, with the order code and the status. */
function appReturn({ deeplinkUrl, orderId, status }: Transaction): string | undefined {
  const url = deeplinkUrl === undefined ? null : URL.parse(deeplinkUrl);
  if (url === null || !appLink.test(url.href)) return undefined;
  return withQuery(url, { orderId, status });
}

/**
 * The pattern of the contract for links to apps (choice "app-link"). Orders may be older than the pattern. It is tested after `URL` has
 * removed tabs and line breaks, which browsers ignore in a scheme.
 */
const appLink = new RegExp(
  String(readServedDocument("gateway").components?.schemas?.["AppLink"]?.["pattern"]),
  "u",
);
