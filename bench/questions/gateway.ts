import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess } from "../../server/gateway/testing/gateway-process.ts";
import { hostedBody } from "../../server/gateway/testing/order-bodies.ts";
import { startPostgres } from "../../server/gateway/testing/postgres.ts";
import type { Figure } from "../figures.ts";
import { Load } from "../load.ts";
import { estimate } from "../paired.ts";
import type { Question } from "../question.ts";

/** Ways to run the gateway. */
const settings = [
  { name: "SQLite, 1 process", processes: 1, isPostgres: false },
  { name: "PostgreSQL, 1 process", processes: 1, isPostgres: true },
  { name: "PostgreSQL, 2 processes", processes: 2, isPostgres: true },
] as const;

/** Orders a second through the whole gateway: HTTP, JWT, validation both ways, and a commit that is on disk before the answer. */
export const gateway: Question = {
  about: "durable orders a second of the reference gateway",
  sizes: [],
  async answer({ answers, longRounds }): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const { name, processes, isPostgres } of settings) {
      await using stack = new AsyncDisposableStack();
      const folder = await mkdtemp(join(tmpdir(), "bench-gateway-"));
      stack.defer(() => rm(folder, { recursive: true, force: true }));
      const database = isPostgres ? await startPostgres({ durable: true }) : undefined;
      stack.defer(() => database?.stop());
      const loads: Load[] = [];
      let token = "";
      for (let started = 0; started < processes; started += 1) {
        const one = await startGatewayProcess({
          MODE: "sandbox",
          PORT: "0",
          DATA_DIR: folder,
          DATABASE_URL: database?.url ?? "",
          // Whoever reads a log would take a part of the cores.
          LOG_LEVEL: "warn",
        });
        stack.defer(async () => void (await one.end("SIGTERM")));
        ({ token } = one);
        loads.push(stack.use(await Load.to(Number(new URL(one.url).port), 32 / processes)));
      }
      let orders = 0;
      const next = () => orderRequest(token, `bench-${(orders += 1)}`);
      const rates: number[] = [];
      // The first one warms up.
      for (let round = 0; round <= longRounds; round += 1) {
        const startedAt = performance.now();
        await Promise.all(loads.map((load) => load.send(next, answers / processes)));
        rates.push((answers / (performance.now() - startedAt)) * 1_000);
      }
      figures.push({
        question: "gateway: durable orders",
        name,
        unit: "/s",
        better: "more",
        ...estimate(rates.slice(1)),
      });
    }
    return figures;
  },
};

function orderRequest(token: string, code: string): string {
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
