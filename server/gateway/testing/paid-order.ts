import { expect } from "vitest";
import type { Logger } from "pino";
import { startSink } from "./callback-sink.ts";
import { hostedBody, payableWith } from "./order-bodies.ts";
import { pressPay } from "./press-pay.ts";
import { serve } from "./serve.ts";

/** Places an order, pays it on the gateway's page, and waits for its callback. */
export async function payOnPage(headers: Readonly<Record<string, string>>, log?: Logger) {
  await using sink = await startSink();
  const { url, call, close } = await serve({}, log);
  const body = hostedBody("o-1", payableWith(`http://127.0.0.1:${sink.port}/`));
  const placed = await call("POST", "/api/v2/orders/payment", body, headers);
  const { transaction, payment } = (await placed.json()) as {
    readonly transaction: { readonly transactionId: string };
    readonly payment: { readonly url: string };
  };
  const paid = await pressPay(payment.url);
  await expect.poll(() => sink.received).toHaveLength(1);
  const callback = sink.received[0]?.text ?? "";
  return { id: transaction.transactionId, placed, paid, callback, url, call, close };
}
