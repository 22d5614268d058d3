import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { callGateway, textIn } from "./call-gateway.ts";
import { hostedBody, payableWith } from "./order-bodies.ts";
import { pressPay } from "./press-pay.ts";

/** An order that was sent. */
export interface SentOrder {
  readonly id: string;
  /** 0: no response. */
  readonly status: number;
  readonly tookMs: number;
  /** When its response came, as `performance.now()`. */
  readonly end: number;
  /** Whether it was paid on its page, and the gateway has taken the payment. */
  readonly isPaid: boolean;
}

/** Each payment takes ten times the processor time of an order. */
const PAID_SHARE = 10;

/**
 * Sends orders at a steady rate, whether or not they are answered.
 *
 * @param name with which their codes begin
 * @param receiver each tenth order is paid on its page, and has a callback to this URL and its code
 */
export function startLoad(
  url: string,
  token: string,
  ordersASecond: number,
  { name = "o", receiver }: { readonly name?: string; readonly receiver?: string } = {},
) {
  const call = callGateway(url, token);
  const orders: Promise<SentOrder>[] = [];
  let latestTookMs = Infinity;
  const place = async (at: number): Promise<SentOrder> => {
    const id = `${name}-${at}`;
    const isToBePaid = receiver !== undefined && at % PAID_SHARE === 0;
    const begun = performance.now();
    const body = hostedBody(id, isToBePaid ? payableWith(receiver + id) : {});
    // It is undefined if there is no response.
    const placed = await call("POST", "/api/v2/orders/payment", body).catch(() => undefined);
    const end = performance.now();
    latestTookMs = end - begun;
    const status = placed?.status ?? 0;
    const isPaid =
      isToBePaid && status === 200 && (await isTaken(textIn(placed?.body, "payment", "url")));
    return { id, status, tookMs: latestTookMs, end, isPaid };
  };
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * ordersASecond;
    while (orders.length < due) orders.push(place(orders.length));
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

/** The codes of all orders in a PostgreSQL database. */
export async function storedOrders(url: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("SELECT order_id AS id FROM transactions");
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

async function isTaken(page: string): Promise<boolean> {
  try {
    const response = await pressPay(page);
    await response.arrayBuffer();
    return response.status === 303;
  } catch {
    return false;
  }
}
