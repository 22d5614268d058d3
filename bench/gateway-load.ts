import { connect } from "node:net";
import { hostedBody } from "../server/gateway/testing/order-bodies.ts";
import { usage } from "./child.ts";

/** What the process that makes orders is asked to do. */
export interface OrdersOrder {
  readonly ports: readonly number[];
  readonly token: string;
  /** Tells the order codes of this run from all others. */
  readonly run: string;
  readonly connections: number;
  readonly durationMs: number;
}

/** What came of it. */
export interface OrdersReport {
  readonly acknowledged: number;
  readonly wallMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What the load process itself used. */
  readonly cpuMs: number;
}

process.on("message", (order: OrdersOrder) => {
  void run(order).then((report) => process.send?.(report));
});

async function run(order: OrdersOrder): Promise<OrdersReport> {
  const before = usage();
  const startedAt = performance.now();
  const latencies: number[] = [];
  const connections = Array.from({ length: order.connections }, (_, at) =>
    keepOrdering(order, at, startedAt + order.durationMs, latencies),
  );
  await Promise.all(connections);
  const sorted = latencies.sort((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
  return {
    acknowledged: sorted.length,
    wallMs: performance.now() - startedAt,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    cpuMs: usage().cpuMs - before.cpuMs,
  };
}

/** Makes one order after the other on one connection; anything but 200 ends the run. */
function keepOrdering(
  { ports, token, run }: OrdersOrder,
  connection: number,
  until: number,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(ports[connection % ports.length] ?? 0, "127.0.0.1");
    socket.setNoDelay(true);
    let count = 0;
    let sentAt = 0;
    let answer = "";
    const send = () => {
      count += 1;
      const code = `${run}-${connection}-${count}`;
      sentAt = performance.now();
      socket.write(requestOf(token, code));
    };
    socket.once("connect", send);
    socket.once("error", reject);
    socket.once("close", () => {
      resolve();
    });
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("latin1");
      const end = answer.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
      if (end < 0 || answer.length < end + 4 + length) return;
      if (!answer.startsWith("HTTP/1.1 200"))
        return socket.destroy(new Error(`Not an order:\n${answer}`));
      answer = "";
      latencies.push(performance.now() - sentAt);
      if (performance.now() < until) send();
      else socket.destroy();
    });
  });
}

function requestOf(token: string, code: string): string {
  const body = JSON.stringify(hostedBody(code));
  return [
    "POST /api/v2/orders/payment HTTP/1.1",
    "Host: 127.0.0.1",
    `X-SERVICE-AUTH: ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}
