import { setTimeout as wait } from "node:timers/promises";
import { callGateway, textIn } from "./call-gateway.ts";
import { startSink } from "./callback-sink.ts";
import type { GatewayProcess } from "./gateway-process.ts";
import { hostedBody, payableWith } from "./order-bodies.ts";
import { quantile } from "./quantile.ts";
import { pressPay } from "./press-pay.ts";

/** How payments went. Times are in milliseconds. */
export interface PaymentFigures {
  readonly failed: number;
  readonly callbacks: number;
  /** From the customer's payment to the callback. */
  readonly medianDelay: number;
}

/** Places orders, pays each on its page, and waits for its callback; eight at a time. */
export async function pay({ url, token }: GatewayProcess, count: number): Promise<PaymentFigures> {
  await using sink = await startSink();
  const call = callGateway(url, token);
  const delays: number[] = [];
  let failed = 0;
  let next = 0;
  const payOne = async (id: string) => {
    const path = `/${id}`;
    const order = hostedBody(id, payableWith(`http://127.0.0.1:${sink.port}${path}`));
    const { body } = await call("POST", "/api/v2/orders/payment", order);
    const page = textIn(body, "payment", "url");
    await (await fetch(page)).text();
    await (await pressPay(page)).text();
    const begun = performance.now();
    while (!sink.received.some((received) => received.path === path)) {
      if (performance.now() > begun + LONGEST_MS) throw new Error("No callback came.");
      await wait(5);
    }
    delays.push(performance.now() - begun);
  };
  const lane = async () => {
    while (next < count)
      await payOne(`paid-${(next += 1)}`).catch(() => {
        failed += 1;
      });
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const medianDelay = Math.round(quantile(delays, 0.5));
  return { failed, callbacks: sink.received.length, medianDelay };
}

const LONGEST_MS = 10_000;
