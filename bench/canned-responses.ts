const paid = {
  transaction: {
    transactionId: "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5",
    status: "pending",
    errorCode: 35,
    errorMessage: "The transaction is pending; check again later.",
    partnerCode: "DEMO",
    orderAmount: 150_000,
    currency: "VND",
    bankCode: "BANK01",
    paymentMethod: "CC",
    action: "PAY",
    createdAt: "2026-11-02T03:04:05.000Z",
    updatedAt: "2026-11-02T03:04:05.000Z",
  },
  payment: {
    url: "http://127.0.0.1:3000/pay/0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5.Zk3vQ0r8TtY5uW2xN7bHcA?lang=en",
  },
};

const pages = new Map([1, 15, 50].map((limit) => [limit, page(limit)]));

/** A list that violates the contract: an amount is a string. A server that sends it does not validate responses. */
const brokenPage = {
  ...page(1),
  transactions: [{ ...page(1).transactions[0], amount: "120000" }],
};

/** Page number for which the response violates the contract. */
export const BROKEN_PAGE = 13;

/** Body of the response to an operation or to its copies in a large contract. */
export function cannedResponse(
  operation: string,
  query: Readonly<Record<string, unknown>>,
): object {
  if (!operation.startsWith("listTransactions")) return paid;
  if (Number(query["page"]) === BROKEN_PAGE) return brokenPage;
  return pages.get(Number(query["limit"])) ?? brokenPage;
}

/** Body of the response to an invalid request, and of the response that replaces an invalid one. */
export function cannedRefusal(status: number): object {
  return { errorCode: status === 400 ? 1 : status, message: "Not valid." };
}

function page(limit: number) {
  return {
    pagination: { total: 1_000, page: 1, limit },
    transactions: Array.from({ length: limit }, (_, index) => ({
      errorCode: index % 3 === 0 ? 35 : 0,
      status: index % 3 === 0 ? "pending" : "success",
      amount: 120_000 + index * 1_000,
      currency: "VND",
      orderId: `ORDER-2026-${1_000 + index}`,
      bankCode: index % 3 === 0 ? "" : "BANK01",
      paymentMethod: index % 2 === 0 ? "CC" : "ATM",
      paymentType: "WEB",
      serviceTransId: `b3a1c2d4-1111-4222-8333-9444555${10_000 + index}`,
      transactionTs: 1_793_588_645 + index,
      ...(index % 2 === 0 && { extraData: "shelf=12" }),
    })),
  };
}
