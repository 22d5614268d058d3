import { setTimeout as wait } from "node:timers/promises";
import { hostedBody } from "./order-bodies.ts";

/** An order that was sent. */
export interface SentOrder {
  readonly id: string;
  /** 0: no response. */
  readonly status: number;
  readonly tookMs: number;
  /** When its response came, as `performance.now()`. */
  readonly end: number;
}

/** Sends orders at a steady rate, whether or not they are answered. Their codes begin with `name`. */
export function startLoad(url: string, token: string, ordersASecond: number, name = "o") {
  const orders: Promise<SentOrder>[] = [];
  let latestTookMs = Infinity;
  const place = async (id: string): Promise<SentOrder> => {
    const begun = performance.now();
    const status = await fetch(`${url}/api/v2/orders/payment`, {
      method: "POST",
      headers: { "X-SERVICE-AUTH": token, "Content-Type": "application/json" },
      body: JSON.stringify(hostedBody(id)),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    const end = performance.now();
    latestTookMs = end - begun;
    return { id, status, tookMs: latestTookMs, end };
  };
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * ordersASecond;
    while (orders.length < due) orders.push(place(`${name}-${orders.length}`));
  }, 10);
  return {
    /** Waits until orders are answered promptly, at most 20 s on a busy machine. */
    async steady() {
      for (let waits = 0; waits < 2 || (waits < 20 && latestTookMs > 200); waits += 1)
        await wait(1000);
    },
    stop() {
      clearInterval(timer);
      return Promise.all(orders);
    },
  };
}
