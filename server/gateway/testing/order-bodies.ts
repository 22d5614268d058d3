type Fields = Readonly<Record<string, unknown>>;

/** Changes of an order's body, by the part of the body. */
export interface BodyChanges {
  readonly transaction?: Fields;
  readonly order?: Fields;
  readonly notificationConfig?: Fields;
}

/** The body of a `payOrder` request: 150,000 VND to a virtual account. */
export function hostedBody(orderId: string, changes: BodyChanges = {}): object {
  return {
    transaction: {
      amount: 150_000,
      currency: "VND",
      paymentMethod: "VA",
      action: "PAY",
      ...changes.transaction,
    },
    partnerReference: reference(orderId, changes),
  };
}

/** Changes with which a customer can pay without choosing a bank, and the merchant is notified. */
export function payableWith(notifyUrl: string, bankCode = "BANK01"): BodyChanges {
  return { transaction: { bankCode }, notificationConfig: { notifyUrl } };
}

/** The body of a `createPayment` request: 150,000 VND by a card that is charged. */
export function directBody(
  orderId: string,
  { card, ...changes }: BodyChanges & { readonly card?: Fields } = {},
): object {
  return {
    transaction: {
      amount: 150_000,
      currency: "VND",
      bankCode: "BANK01",
      paymentMethod: "CC",
      action: "PAY",
      ...changes.transaction,
    },
    sourceOfFunds: { type: "card", card: { ...cardBody, ...card } },
    partnerReference: reference(orderId, changes),
  };
}

const cardBody = {
  cardNumber: "4111111111111111",
  cardHolderName: "NGUYEN VAN A",
  cardMonth: "12",
  cardYear: "30",
};

function reference(orderId: string, { order, notificationConfig }: BodyChanges): object {
  return {
    order: { id: orderId, info: "An order", ...order },
    notificationConfig: {
      notifyUrl: "https://shop.example/notify",
      redirectUrl: "https://shop.example/back",
      ...notificationConfig,
    },
  };
}
