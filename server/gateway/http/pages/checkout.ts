import { type Html, html } from "@contract-toolkit/contract";
import type { TestCard } from "../../domain/bank/bank-test-data.ts";
import type { Checkout } from "../../domain/payments/checkout.ts";
import { orderSummary, totalText } from "./details.ts";
import type { Page, View } from "./layout.ts";
import { ending } from "./return-links.ts";
import type { TimeLeft } from "./time-left.ts";
import { texts } from "./translations.ts";

/** The content of the payment page besides the order. */
export interface CheckoutView extends View {
  /** Test cards, which only a sandbox shows. */
  readonly testCards: readonly TestCard[];
  /** The QR code, for methods that are paid on a phone. */
  readonly code: Html | undefined;
  readonly left: TimeLeft;
}

/** The page on which the customer pays an order. */
export function checkoutPage(checkout: Checkout, view: CheckoutView): Page {
  const { transaction } = checkout;
  const { language, inApp, left } = view;
  const title = texts[language].payment;
  if (transaction.status !== "pending") return { title, ...ending(transaction, language, inApp) };
  return {
    title,
    summary: orderSummary(transaction, language),
    content: form(checkout, view),
    help: checkout.asksForCard && view.testCards.length > 0 ? testChips(view) : undefined,
    left,
  };
}

function form(checkout: Checkout, view: CheckoutView): Html {
  const t = texts[view.language];
  const { asksForCard, savesCard, transaction } = checkout;
  // A card decides the bank.
  const banks = asksForCard ? [] : checkout.banks;
  const shown = [
    ...(banks.length > 0 ? ["bankCode"] : []),
    ...(asksForCard ? ["cardNumber"] : []),
    ...(savesCard ? ["cardExpiry"] : []),
  ];
  const others = view.violations.filter(({ field }) => !shown.includes(field));
  return html`${others.map(({ field }) => violationText(field, view))}${
      view.code &&
      html`${view.code}
        <p class="quiet">${t.scan}</p>`
    }
    <form method="post" class="stack">
      ${banks.length > 0 ? bankChoice(banks, view) : undefined}${
        asksForCard ? cardFields(view, savesCard) : undefined
      }
      <div class="buttons">
        <button class="primary" name="action" value="pay">
          ${t.pay} ${totalText(transaction, view.language)}
        </button>
        <button class="plain" name="action" value="cancel" formnovalidate>${t.cancel}</button>
      </div>
    </form>`;
}

function bankChoice(banks: readonly string[], view: CheckoutView): Html {
  const t = texts[view.language];
  return html`<label
      >${t.bank}
      <select name="bankCode" required ${invalidity("bankCode", view)}>
        <option value="">${t.chooseBank}</option>
        ${banks.map((bank) => html`<option value="${bank}" dir="auto">${bank}</option>`)}
      </select></label
    >${violationOf("bankCode", view)}`;
}

function cardFields(view: CheckoutView, savesCard: boolean): Html {
  const t = texts[view.language];
  return html`<label class="card"
      >${t.cardNumber}
      <input
        name="cardNumber"
        inputmode="numeric"
        autocomplete="cc-number"
        maxlength="23"
        required
        ${invalidity("cardNumber", view)} />
      <b class="small" data-brand></b></label
    >${violationOf("cardNumber", view)}${
      savesCard
        ? html`<label
              >${t.cardExpiry}
              <input
                name="cardExpiry"
                inputmode="numeric"
                autocomplete="cc-exp"
                placeholder="MM/YY"
                pattern="(0[1-9]|1[0-2])/?[0-9]{2}"
                maxlength="7"
                required
                ${invalidity("cardExpiry", view)} /></label
            >${violationOf("cardExpiry", view)}`
        : undefined
    }`;
}

/** Buttons that fill in a test card. Without scripts, they show its number. */
function testChips({ language, testCards }: CheckoutView): Html {
  return html`<section class="note warn stack">
    <p>${texts[language].testerCards}</p>
    ${testCards.map(
      ({ number, decision }) =>
        html`<button type="button" data-card="${number}">
          <code>${number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</code>
          <span class="quiet">${decision}</span>
        </button>`,
    )}
  </section>`;
}

/** Marks a field that must be corrected, and moves the focus to the first one. */
function invalidity(field: string, { violations }: View): Html | undefined {
  const at = violations.findIndex((violation) => violation.field === field);
  return at < 0
    ? undefined
    : html`aria-invalid="true" aria-describedby="${field}-violation"${at === 0 ? " autofocus" : ""}`;
}

function violationOf(field: string, view: View): Html | undefined {
  return view.violations.some((violation) => violation.field === field)
    ? violationText(field, view)
    : undefined;
}

function violationText(field: string, { language }: View): Html {
  const t = texts[language];
  return html`<p class="note bad" id="${field}-violation" role="alert">
    ${t.violations[field] ?? t.failed}
  </p>`;
}
