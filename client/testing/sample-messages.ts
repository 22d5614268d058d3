import type { Schemas } from "../index.ts";

export const order: Schemas["PayOrderRequest"] = {
  transaction: {
    amount: 150_000,
    currency: "VND",
    paymentMethod: "CC",
    action: "PAY",
  },
  partnerReference: {
    order: { id: "A-1", info: "Hai vé xem phim" },
    notificationConfig: {
      notifyUrl: "https://shop.example/notify",
      redirectUrl: "https://shop.example/done",
    },
  },
};

export const reversal: Schemas["Reversal"] = {
  reversalId: "rev-1",
  authorizationId: "auth-1",
  merchantRefId: "ref-1",
  amount: 150_000,
  currency: "VND",
  status: "success",
  createdAt: "2026-11-02T10:04:05.000+07:00",
  updatedAt: "2026-11-02T10:04:05.000+07:00",
};

export const serverError = { errorCode: 500, message: "Try again later." };

/** Transaction number `index` of a list. */
export function transaction(index: number): Schemas["TransactionListItem"] {
  return {
    errorCode: 0,
    status: "success",
    amount: 150_000,
    currency: "VND",
    orderId: `A-${index}`,
    bankCode: "BANK01",
    paymentMethod: "CC",
    paymentType: "WEB",
    serviceTransId: `T-${index}`,
    transactionTs: 1_793_588_645,
  };
}

/** One page of a list. */
export function page(total: number, page = 1, limit = 15): Schemas["TransactionPage"] {
  const first = (page - 1) * limit;
  const count = Math.max(0, Math.min(limit, total - first));
  return {
    pagination: { total, page, limit },
    transactions: Array.from({ length: count }, (_, index) => transaction(first + index + 1)),
  };
}
