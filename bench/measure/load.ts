import { usage } from "../child.ts";
import { keepAsking } from "./connection.ts";

/** What the load process is asked to do. */
export interface LoadOrder {
  readonly port: number;
  /** Bytes of one request. */
  readonly request: string;
  readonly connections: number;
  readonly durationMs: number;
}

/** What came of it. */
export interface LoadReport {
  readonly answers: number;
  readonly wallMs: number;
  /** What the load process itself used. */
  readonly cpuMs: number;
}

/** Process that makes the load: each connection sends its next request when the last one is answered. */
process.on("message", (order: LoadOrder) => {
  void run(order).then((report) => process.send?.(report));
});

async function run(order: LoadOrder): Promise<LoadReport> {
  const before = usage();
  const startedAt = performance.now();
  const until = startedAt + order.durationMs;
  const counts = await Promise.all(
    Array.from({ length: order.connections }, () => keepAsking(order.port, order.request, until)),
  );
  return {
    answers: counts.reduce((sum, count) => sum + count, 0),
    wallMs: performance.now() - startedAt,
    cpuMs: usage().cpuMs - before.cpuMs,
  };
}
