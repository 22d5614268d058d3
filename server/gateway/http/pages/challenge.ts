import { html } from "@contract-toolkit/contract";
import {
  type Authentication,
  needsCardholder,
} from "../../domain/authentications/authentication.ts";
import type { Language } from "./links.ts";
import { facts, money } from "./details.ts";
import type { Page } from "./layout.ts";
import { texts } from "./translations.ts";
import { isWebPage, linkButtons, outcome, withQuery } from "./return-links.ts";

/** The page of the 3DS challenge. */
export function challengePage(authentication: Authentication, language: Language): Page {
  const t = texts[language];
  const { status, card, amount, partnerCode } = authentication;
  const about = facts([
    [t.to, partnerCode],
    [t.card, `${card.brand} ${card.number}`],
    [t.amount, money(amount, language)],
  ]);
  const title = t.challengeTitle;
  const bank = t.issuer;
  if (needsCardholder(status))
    return {
      title,
      bank,
      content: html`${about}
        <form method="post" class="stack">
          <p>${t.challengeAsk}</p>
          <div class="buttons">
            <button class="primary" name="action" value="confirm">${t.confirm}</button>
            <button class="plain" name="action" value="fail">${t.refuse}</button>
          </div>
        </form>`,
    };
  const onward = returnTo(authentication);
  const look = status === "FAILED" || status === "ENROLLMENT_CHECK_FAILED" ? "failure" : "success";
  return {
    title,
    bank,
    content: html`${outcome(look, t.outcomes[status])}
    ${about}${linkButtons([{ url: onward, text: t.backToShop }])}`,
    onward,
  };
}

/** The merchant finds the authentication's id in the query (documented interface, endpoint 2). */
function returnTo({ returnUrl, id }: Authentication): string | undefined {
  if (returnUrl === undefined || !isWebPage(returnUrl)) return undefined;
  return withQuery(new URL(returnUrl), { authenticationId: id });
}
