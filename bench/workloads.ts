import { hostedBody } from "../server/gateway/testing/order-bodies.ts";

export interface Workload {
  readonly name: string;
  /** The operation that it calls, or a copy of it in a large specification. */
  readonly operation: "payOrder" | "listTransactions";
  readonly method: "GET" | "POST";
  readonly query: string;
  readonly body?: string;
}

export const order = {
  transaction: {
    amount: 150_000,
    currency: "VND",
    paymentMethod: "CC",
    action: "PAY",
    bankCode: "BANK01",
  },
  partnerReference: {
    order: {
      id: "ORDER-2026-0001",
      info: "Two cinema tickets",
      extraData: "seats=F7,F8",
    },
    notificationConfig: {
      notifyUrl: "https://merchant.example/notifications/payment",
      redirectUrl: "https://merchant.example/orders/ORDER-2026-0001",
    },
  },
} as const;

export const payment: Workload = {
  name: "payment POST",
  operation: "payOrder",
  method: "POST",
  query: "",
  body: JSON.stringify(order),
};

/** GET of a page of `limit` transactions. */
export function list(limit: number, page = 1): Workload {
  return {
    name: `list of ${limit}`,
    operation: "listTransactions",
    method: "GET",
    query: `?limit=${limit}&page=${page}`,
  };
}

/** Headers of every request: those that the contract requires, and the usual ones of clients. */
export const requestHeaders: Readonly<Record<string, string>> = {
  accept: "application/json",
  "content-type": "application/json",
  "x-service-auth": "Bearer eyJhbGciOiJIUzI1NiJ9.e30.bench",
  "x-request-id": "7d9c2a4e-3f51-4b8a-9c6d-0e1f2a3b4c5d",
};

/** Writes a request for a connection that stays open. */
export function requestBytes(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string {
  const lines = Object.entries({
    host: "127.0.0.1",
    ...headers,
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}

/** An order of the partner with a token. */
export function orderRequest(token: string, code: string): string {
  const headers = { "X-SERVICE-AUTH": token, "Content-Type": "application/json" };
  return requestBytes("POST", "/api/v2/orders/payment", headers, JSON.stringify(hostedBody(code)));
}
