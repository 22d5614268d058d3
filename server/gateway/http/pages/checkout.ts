import { type Html, html } from "@contract-toolkit/contract";
import type { TestCard } from "../../domain/bank/bank-test-data.ts";
import type { FieldViolation } from "../../domain/errors.ts";
import { MISTYPED, type Checkout } from "../../domain/payments/checkout.ts";
import { paysByDomesticCard } from "../../domain/payments/payment-methods.ts";
import { bankName, orderSummary, totalText } from "./details.ts";
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
  const { asksForCard, transaction } = checkout;
  // A card decides the bank.
  const banks = asksForCard ? [] : checkout.banks;
  const cardFields = paysByDomesticCard(transaction.paymentMethod)
    ? (["cardNumber", "cardExpiry"] as const)
    : (["cardNumber", "cardExpiry", "cardCode"] as const);
  const names = [
    ...(banks.length > 0 ? (["bankCode"] as const) : []),
    ...(asksForCard ? cardFields : []),
  ];
  const others = view.violations.filter(({ field }) => !names.some((name) => name === field));
  return html`${others.map((violation) => violationText(violation, view))}${
      view.code &&
      html`${view.code}
        <p class="quiet">${t.scan}</p>`
    }
    <form method="post" class="stack">
      ${names.map((name) => fieldRow(name, banks, view))}
      <div class="buttons">
        <button class="primary" name="action" value="pay">
          ${t.pay} ${totalText(transaction, view.language)}
        </button>
        <button class="plain" name="action" value="cancel" formnovalidate>${t.cancel}</button>
      </div>
    </form>`;
}

/** A field with its label and its violation. */
function fieldRow(
  name: "bankCode" | keyof typeof inputs,
  banks: readonly string[],
  view: CheckoutView,
): Html {
  const t = texts[view.language];
  const violation = view.violations.find(({ field }) => field === name);
  const invalid = invalidity(name, view);
  const control =
    name === "bankCode"
      ? html`${t.bank}
          <select name="bankCode" required ${invalid}>
            <option value="">${t.chooseBank}</option>
            ${banks.map((bank) => html`<option value="${bank}" dir="auto">${bankName(bank)}</option>`)}
          </select>`
      : html`${t[name]}
          <input name="${name}" inputmode="numeric" required ${inputs[name]} ${invalid} />`;
  return html`<label class="${name}"
      >${control}${name === "cardNumber" ? html`<b class="small" data-brand></b>` : undefined}</label
    >${violation && violationText(violation, view)}`;
}

/** What distinguishes the inputs of a card. */
const inputs = {
  cardNumber: html`autocomplete="cc-number" maxlength="23"`,
  cardExpiry: html`autocomplete="cc-exp" placeholder="MM/YY" pattern="(0[1-9]|1[0-2])/?[0-9]{2}"
  maxlength="7"`,
  cardCode: html`autocomplete="cc-csc" pattern="[0-9]{3,4}" maxlength="4"`,
};

/** Buttons that fill in a test card. Without scripts, they show its number. */
function testChips({ language, testCards }: CheckoutView): Html {
  return html`<section class="note warn stack">
    <p>${texts[language].testerCards}</p>
    ${testCards.map(
      ({ number, decision }) =>
        html`<button type="button" data-card="${number}">
          <code>${number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</code>
          <code class="quiet">${decision}</code>
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

function violationText({ field, reason }: FieldViolation, { language }: View): Html {
  const { mistyped, violations, failed } = texts[language];
  const text = (reason === MISTYPED ? mistyped[field] : undefined) ?? violations[field] ?? failed;
  return html`<p class="note bad" id="${field}-violation" role="alert">${text}</p>`;
}
