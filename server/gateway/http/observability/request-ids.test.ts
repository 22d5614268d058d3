import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { payOnPage } from "../../testing/paid-order.ts";
import { hostedBody } from "../../testing/order-bodies.ts";
import { serve } from "../../testing/serve.ts";
import { createLog } from "./log.ts";

const requestId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

test("the log has the id of the order's request and of the order at the page, the bank and the callback", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const { id, placed, paid, close } = await payOnPage({ "X-Request-ID": requestId }, log);
  for (const { headers } of [placed, paid]) expect(headers.get("X-Request-ID")).toBe(requestId);
  // The attempt is logged after its result is stored.
  await close();
  const entries = lines.map((line): unknown => JSON.parse(line));
  const about = { requestId, transaction: id };
  expect(entries).toEqual([
    expect.objectContaining({ ...about, operation: "payOrder", status: 200 }),
    expect.objectContaining({ ...about, operation: "decide", result: "responded" }),
    expect.objectContaining({ ...about, operation: "page", status: 303 }),
    expect.objectContaining({ ...about, event: "order.payment", outcome: "acknowledged" }),
  ]);
});

test("orders that are stored together are logged with their own requests", async () => {
  const lines: string[] = [];
  const { call } = await serve({}, createLog("info", { write: (line) => void lines.push(line) }));
  const ids = Array.from({ length: 8 }, () => randomUUID());
  const placed = ids.map(async (id): Promise<unknown> => {
    const body = hostedBody(id);
    const response = await call("POST", "/api/v2/orders/payment", body, { "X-Request-ID": id });
    const { transaction } = (await response.json()) as { transaction: { transactionId: string } };
    return expect.objectContaining({ requestId: id, transaction: transaction.transactionId });
  });
  const expected = await Promise.all(placed);
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(expect.arrayContaining(expected));
});
