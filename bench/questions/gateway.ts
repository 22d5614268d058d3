import { deepStrictEqual } from "node:assert";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enqueueEvent } from "../../server/gateway/domain/outbox/outbox.ts";
import { openGateway } from "../../server/gateway/process/open.ts";
import { DEMO_PARTNER_CODE } from "../../server/gateway/domain/partners/partners.ts";
import { readSettings } from "../../server/gateway/process/settings.ts";
import {
  type GatewayProcess,
  startGatewayProcess,
} from "../../server/gateway/testing/gateway-process.ts";
import { quantile } from "../../server/gateway/testing/quantile.ts";
import { startPostgres } from "../../server/gateway/testing/postgres.ts";
import { listen } from "../../server/skeleton/testing/listen.ts";
import { bareOrders } from "../bare-orders.ts";
import { type Figure, rates } from "../figures.ts";
import { Load } from "../load.ts";
import { estimate, measure, ratioOf, timed, type Contender } from "../paired.ts";
import type { Question } from "../question.ts";
import { orderRequest } from "../workloads.ts";

const CONNECTIONS = 32;

/**
 * Orders and deliveries through the whole gateway: HTTP, JWT, validation of requests and responses, and commits that are on disk.
 */
export const gateway: Question = {
  about: "durable orders and deliveries per second of the reference gateway",
  sizes: [],
  async measure({ responses, longRounds }): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const storage of ["SQLite", "PostgreSQL"] as const)
      figures.push(...(await figuresOf(storage, responses, longRounds)));
    return figures;
  },
};

type Side = "bare driver" | "1 process" | "2 processes";

async function figuresOf(
  storage: "SQLite" | "PostgreSQL",
  responses: number,
  rounds: number,
): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await mkdtempDisposable(join(tmpdir(), "bench-gateway-")));
  const database = storage === "SQLite" ? undefined : await startPostgres({ durable: true });
  stack.defer(() => database?.stop());
  const environment = {
    MODE: "sandbox",
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: database?.url ?? "",
    // Reading a log would take processor time.
    LOG_LEVEL: "warn",
  };
  const started: GatewayProcess[] = [];
  for (let left = database ? 2 : 1; left > 0; left -= 1)
    started.push(stack.use(await startGatewayProcess(environment)));
  const [first] = started;
  if (first === undefined) throw new Error("No gateway was started.");

  let placed = 0;
  const next = () => orderRequest(first.token, `bench-${(placed += 1)}`);
  const durationsMs: number[] = [];
  const send = async (processes: readonly GatewayProcess[], orders: number): Promise<number> => {
    await using loads = new AsyncDisposableStack();
    const item: Load[] = [];
    // The gateway closes connections that are idle while another side is sampled.
    for (const { url } of processes)
      item.push(
        loads.use(await Load.to(Number(new URL(url).port), CONNECTIONS / processes.length)),
      );
    durationsMs.length = 0;
    const onResponse = (durationMs: number) => void durationsMs.push(durationMs);
    const sendShare = (load: Load) => load.send(next, orders / item.length, onResponse);
    return await timed(() => Promise.all(item.map(sendShare)), orders);
  };
  await send([first], CONNECTIONS);
  const bare = stack.use(await bareOrders(database?.url ?? join(folder, "gateway.sqlite")));
  const p99s: number[] = [];
  const sides: Contender<Side>[] = [
    { name: "bare driver", sample: () => timed(() => bare.store(responses), responses) },
    {
      name: "1 process",
      async sample() {
        const cost = await send([first], responses);
        p99s.push(quantile(durationsMs, 0.99));
        return cost;
      },
    },
    ...(database ? [{ name: "2 processes", sample: () => send(started, responses) } as const] : []),
  ];
  const warmUps = Math.min(rounds, WARM_UPS);
  const costs = await measure(sides, { pairs: rounds, warmUps });
  deepStrictEqual(await bare.count(), placed + (warmUps + rounds) * responses);

  const orders = { question: `gateway: durable orders, ${storage}`, better: "more" } as const;
  const timesAsMany = (name: string, aim: number, left: Side, right: Side) =>
    ({ ...orders, name, unit: "×", aim, ...ratioOf(costs, left, right) }) as const;
  const deliveries = await deliveryCosts(environment, responses, rounds);
  return [
    ...sides.map(({ name }) => ({ ...orders, name, ...rates(costs.get(name) ?? []) })),
    timesAsMany("1 process, times as many as the bare driver", 0.6, "bare driver", "1 process"),
    ...(database
      ? [timesAsMany("2 processes, times as many as 1", 1.5, "1 process", "2 processes")]
      : []),
    {
      ...orders,
      name: `99 % of orders at ${CONNECTIONS} connections`,
      unit: "ms",
      better: "less",
      aim: 60,
      ...estimate(p99s.slice(warmUps)),
    },
    { ...orders, question: "gateway: deliveries", name: storage, aim: 500, ...rates(deliveries) },
  ];
}

/** Samples before the first round, so that the code is optimised by then. */
const WARM_UPS = 5;

/** Milliseconds per delivery, when the running gateways send the events in the outbox to one receiver. */
async function deliveryCosts(
  environment: Readonly<Record<string, string>>,
  events: number,
  rounds: number,
): Promise<number[]> {
  const { gateway: outbox, close } = await openGateway(readSettings(environment));
  const taken = new EventTarget();
  let left = 0;
  let firstAt = 0;
  await using sink = await listen((request, response) => {
    request.resume().once("end", () => {
      response.writeHead(204).end();
      if (left === events) firstAt = performance.now();
      left -= 1;
      if (left === 0) taken.dispatchEvent(new Event("all"));
    });
  });
  const filter = { partnerCode: DEMO_PARTNER_CODE, limit: 1, page: 1 };
  const { transactions } = await outbox.store.atomically((store) =>
    store.transactions.list(filter, outbox.clock.now()),
  );
  const [paid] = transactions.map((transaction) => ({
    ...transaction,
    status: "success" as const,
  }));
  if (paid === undefined) throw new Error("There is no order for an event.");
  const costs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    left = events;
    const all = once(taken, "all");
    await outbox.store.atomically(async (store) => {
      for (let at = 0; at < events; at += 1)
        await enqueueEvent(
          { ...outbox, store },
          {
            kind: "order.payment",
            partnerCode: paid.partnerCode,
            url: sink.url.href,
            subjectId: paid.id,
            content: outbox.events.payment(paid),
          },
        );
    });
    await all;
    costs.push((performance.now() - firstAt) / (events - 1));
  }
  await close();
  // The first round is a warm-up.
  return costs.slice(1);
}
