/** What a merchant sends to `payOrder`, under an order code of the caller's. */
export function hostedOrder(orderId: string, notifyUrl?: string): object {
  return {
    transaction: {
      amount: 150_000,
      currency: "VND",
      paymentMethod: "VA",
      action: "PAY",
    },
    partnerReference: reference(orderId, notifyUrl),
  };
}

/** What a merchant sends to `createPayment`, under an order code of the caller's. */
export function directOrder(orderId: string, notifyUrl?: string): object {
  return {
    transaction: {
      amount: 150_000,
      currency: "VND",
      bankCode: "BANK01",
      paymentMethod: "CC",
      action: "PAY",
    },
    sourceOfFunds: {
      type: "card",
      card: {
        cardNumber: "4111111111111111",
        cardHolderName: "NGUYEN VAN A",
        cardMonth: "12",
        cardYear: "30",
      },
    },
    partnerReference: reference(orderId, notifyUrl),
  };
}

function reference(orderId: string, notifyUrl = "https://shop.example/notify"): object {
  return {
    order: { id: orderId, info: "An order" },
    notificationConfig: {
      notifyUrl,
      redirectUrl: "https://shop.example/back",
    },
  };
}
