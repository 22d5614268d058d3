/** Something that a partner can ask for, to begin with and to change. */
export interface RequestForm {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The method of the typed client; undefined: it is the sandbox's. */
  readonly operation: string;
  readonly body: object;
}

/** Makes a request of each kind, under a new order code. */
export function requestForms(now = Date.now()): readonly RequestForm[] {
  const merchantRefId = `ref-${now}`;
  const partnerReference = {
    order: { id: `order-${now}`, info: "Two cinema tickets" },
    notificationConfig: {
      notifyUrl: `${location.origin}/console/inbox`,
      redirectUrl: `${location.origin}/console`,
    },
  };
  const pay = (transaction: object, further = {}) => ({
    transaction: { amount: 150_000, currency: "VND", action: "PAY", ...transaction },
    ...further,
    partnerReference,
  });
  const order = (name: string, transaction: object): RequestForm => ({
    name,
    method: "POST",
    path: "/api/v2/orders/payment",
    operation: "payOrder",
    body: pay(transaction),
  });
  const direct = (name: string, paymentMethod: string, sourceOfFunds: object): RequestForm => ({
    name,
    method: "POST",
    path: "/api/v2/orders/create-payment",
    operation: "createPayment",
    body: pay({ bankCode: "BANK01", paymentMethod }, { sourceOfFunds }),
  });
  const sandbox = (name: string, path: string, operation: string, body: object): RequestForm => ({
    name,
    method: "POST",
    path,
    operation,
    body,
  });
  const card = {
    cardNumber: "4111111111111111",
    cardHolderName: "NGUYEN VAN A",
    cardMonth: "12",
    cardYear: "30",
  };
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
    sandbox("3-D Secure authentication", "/sandbox/authentications", "startAuthentication", {
      merchantRefId,
      amount: 150_000,
      card: { number: "4111111111111111", ...expiry },
    }),
    sandbox("Authorization", "/sandbox/authorizations", "createAuthorization", {
      merchantRefId,
      amount: 150_000,
    }),
    sandbox("Reversal", "/credit-card/reversal", "reverseAuthorization", {
      authorizationId: "(the id of an authorization)",
      merchantRefId,
    }),
    sandbox("Saved card", "/sandbox/tokens", "saveToken", {
      cardNumber: "4111111111111111",
      ...expiry,
    }),
    sandbox("Partner", "/sandbox/partners", "createPartner", { subAccounts: ["SUB-01"] }),
  ];
}
