import { type Html, html } from "@contract-toolkit/contract";
import type { Checkout } from "../domain/payments/checkout.ts";
import type { Language } from "./links.ts";
import { details } from "./details.ts";
import type { Page, View } from "./layout.ts";
import type { TimeLeft } from "./time-left.ts";
import { texts } from "./translations.ts";
import { ending } from "./return-links.ts";

/** The content of the payment page besides the order. */
export interface CheckoutView extends View {
  /** A test card, which only a sandbox shows. */
  readonly testCard: string | undefined;
  /** The QR code, for methods that are paid on a phone. */
  readonly code: Html | undefined;
  readonly left: TimeLeft;
}

/** The page on which the customer pays an order. */
export function checkoutPage(checkout: Checkout, view: CheckoutView): Page {
  const { transaction } = checkout;
  const { language, inApp } = view;
  const title = texts[language].payment;
  if (transaction.status === "pending")
    return {
      title,
      content: html`${details(transaction, language)}${form(checkout, view)}`,
      left: view.left,
    };
  return { title, ...ending(transaction, language, inApp) };
}

function form(checkout: Checkout, view: CheckoutView): Html {
  const t = texts[view.language];
  const { banks, asksForCard, savesCard } = checkout;
  return html`${view.faults.map(
      ({ field }) => html`<p class="fault" role="alert">${t.faults[field] ?? t.failed}</p>`,
    )}${
      view.code &&
      html`${view.code}
        <p class="hint">${t.scan}</p>`
    }
    <form method="post">
      ${banks.length > 0 ? bankChoice(banks, view.language) : undefined}${
        asksForCard ? cardFields(view, savesCard) : undefined
      }
      <div class="buttons">
        <button name="action" value="pay">${t.pay}</button>
        <button class="quiet" name="action" value="cancel" formnovalidate>${t.cancel}</button>
      </div>
    </form>`;
}

function bankChoice(banks: readonly string[], language: Language): Html {
  const t = texts[language];
  return html`<label
    >${t.bank}
    <select name="bankCode" required>
      <option value="">${t.chooseBank}</option>
      ${banks.map((bank) => html`<option value="${bank}" dir="auto">${bank}</option>`)}
    </select></label
  >`;
}

function cardFields({ language, testCard }: CheckoutView, savesCard: boolean): Html {
  const t = texts[language];
  return html`${
      testCard === undefined
        ? undefined
        : html`<p class="tester">${t.testerCards} <b>${testCard}</b></p>`
    }<label
      >${t.cardNumber}
      <input
        name="cardNumber"
        inputmode="numeric"
        autocomplete="cc-number"
        maxlength="23"
        required /></label
    >${
      savesCard
        ? html`<label
            >${t.cardExpiry}
            <input
              name="cardExpiry"
              inputmode="numeric"
              autocomplete="cc-exp"
              pattern="(0[1-9]|1[0-2])/?[0-9]{2}"
              maxlength="5"
              required
          /></label>`
        : undefined
    }`;
}
