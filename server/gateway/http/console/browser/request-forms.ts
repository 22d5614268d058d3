import type { RequestTemplate } from "../../../../inspector/browser/source.ts";

/** A POST request of a partner. */
interface RequestForm {
  readonly name: string;
  readonly target: string;
  readonly body: object;
}

/** The forms as templates of the page of requests. */
export function requestTemplates(): RequestTemplate[] {
  return requestForms().map(({ body, ...form }) => ({
    ...form,
    method: "POST",
    body: JSON.stringify(body, undefined, 2),
  }));
}

/** The header that forces an outcome, and some of its values. */
export const SCENARIO = "X-Sandbox-Scenario";
export const scenarios = ["500", "delay:2000", "drop-before", "drop-after", "answer:missing-field"];

/** Makes one request of each kind with a new order code. The first is an order. */
export function requestForms(): readonly [RequestForm, ...RequestForm[]] {
  const now = Date.now();
  const merchantRefId = `ref-${now}`;
  const partnerReference = {
    order: { id: `order-${now}`, info: "Two cinema tickets" },
    notificationConfig: {
      notifyUrl: `${location.origin}/console/inbox`,
      redirectUrl: `${location.origin}/console`,
    },
  };
  const form = (name: string, target: string, body: object): RequestForm => ({
    name,
    target,
    body,
  });
  const payment = { amount: 150_000, currency: "VND", action: "PAY" };
  const order = (name: string, transaction: object) =>
    form(name, "/api/v2/orders/payment", {
      transaction: { ...payment, ...transaction },
      partnerReference,
    });
  const direct = (name: string, paymentMethod: string, sourceOfFunds: object) =>
    form(name, "/api/v2/orders/create-payment", {
      transaction: { ...payment, bankCode: "BANK01", paymentMethod },
      sourceOfFunds,
      partnerReference,
    });
  const cardNumber = "4111111111111111";
  const card = { cardNumber, cardHolderName: "NGUYEN VAN A", cardMonth: "12", cardYear: "30" };
  const account = {
    accountNumber: "0071000123456",
    accountHolderName: "NGUYEN VAN A",
    identificationNumber: "001090012345",
  };
  const expiry = { expirationMonth: "12", expirationYear: "30" };
  return [
    order("Order: international card", { paymentMethod: "CC" }),
    order("Order: domestic card", { paymentMethod: "ATM" }),
    order("Order: bank transfer by QR code", { paymentMethod: "VA" }),
    order("Order: wallet", { paymentMethod: "EWALLET" }),
    order("Order: card that is saved", { paymentMethod: "CC", action: "PAY_WITH_RETURN_TOKEN" }),
    order("Order: saved card", {
      paymentMethod: "CC",
      action: "PAY_WITH_TOKEN",
      token: "(the token of a saved card)",
    }),
    direct("Payment: card and one-time password", "CC", { type: "card", card }),
    direct("Payment: account and one-time password", "ATM", { type: "account", account }),
    form("3-D Secure authentication", "/sandbox/authentications", {
      merchantRefId,
      amount: 150_000,
      card: { number: cardNumber, ...expiry },
    }),
    form("Authorization", "/sandbox/authorizations", {
      merchantRefId,
      amount: 150_000,
    }),
    form("Reversal", "/credit-card/reversal", {
      authorizationId: "(the id of an authorization)",
      merchantRefId,
    }),
    form("Saved card", "/sandbox/tokens", { cardNumber, ...expiry }),
    form("Partner", "/sandbox/partners", { subAccounts: ["SUB-01"] }),
  ];
}
