import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listen } from "../../../skeleton/testing/listen.ts";
import { quantile } from "../../testing/quantile.ts";
import { auditOf } from "../../testing/audit.ts";
import { makeGatewayCluster } from "../../testing/gateway-cluster.ts";
import { faultyWorld } from "./faulty-sources.ts";
import { type Fault, type FaultPlace, faults } from "./faults.ts";
import { makePartner, type Partner } from "./partner.ts";

const help = `Loads a gateway while receivers, a bank, name servers and customers fail, and reports whether its memory and its
open files grow.

  --minutes N  duration (default: 30)
  --rate N     requests per second (default: 200)
  --help       prints this

Prints a line per minute and a summary as JSON. Exit status: 1 if a request failed, something grew or the audit found
something.`;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    rate: { type: "string", default: "200" },
    help: { type: "boolean", default: false },
  },
});

/**
 * The judged metrics, and the minutes before each is judged. Caches fill and code is compiled until the fifth minute.
 * Deliveries to faulty receivers are retried after five minutes, so their connections add up until the twelfth.
 */
const warmMinutes: Readonly<Record<string, number>> = {
  process_resident_memory_bytes: 5,
  nodejs_heap_size_used_bytes: 5,
  process_open_fds: 12,
  nodejs_active_resources_total: 12,
};

const MINUTE_MS = 60_000;
const TICK_MS = 50;
/** The median of the last five minutes is compared with that of the first five warm ones. A leak exceeds the limit. */
const JUDGED_MINUTES = 5;
const MOST_GROWTH = 1.15;
/** The limit of concurrent requests. It is reached when the machine is too slow for the rate. */
const MOST_UNDER_WAY = 500;
/** Faulty connections of each kind. They are started again each minute. */
const FAULTY_CONNECTIONS = 40;

if (values.help) console.log(help);
else process.exitCode = (await soak(Number(values.minutes), Number(values.rate))) ? 0 : 1;

async function soak(minutes: number, rate: number): Promise<boolean> {
  await using receiver = await listen((request, response) => {
    request.resume().once("end", () => response.writeHead(204).end());
  });
  await using cluster = await makeGatewayCluster();
  const gateway = await cluster.start({ ...faultyWorld, LOG_LEVEL: "silent" });
  const started = performance.now();
  const failures: string[] = [];
  const times: number[] = [];
  const samples: Readonly<Record<string, number>>[] = [];
  // A process has one bank fault, so one is chosen.
  const played = faults.filter(
    ({ concerns, environment = { BANK_FAULT: "hangs" } }) =>
      concerns === undefined && environment["BANK_FAULT"] === "hangs",
  );
  const playing = played.map(async (fault, at) => {
    await wait((at / played.length) * MINUTE_MS);
    await playEachMinute(fault, { gateway, cluster }, started + minutes * MINUTE_MS).catch(
      (error: unknown) => failures.push(`${fault.name}: ${String(error)}`),
    );
  });
  for (let minute = 1; minute <= minutes; minute += 1) {
    const partner = await makePartner(gateway);
    const ask = async (at: number) => {
      const from = performance.now();
      await request(partner, receiver.url.href, at).then(
        () => times.push(performance.now() - from),
        (error: unknown) => failures.push(reasonOf(error)),
      );
    };
    await load(ask, rate, started + minute * MINUTE_MS);
    samples.push(await sampleOf(gateway.url));
    console.error(`minute ${minute}: ${times.length} requests, ${JSON.stringify(samples.at(-1))}`);
  }
  await Promise.all(playing);
  const code = await gateway.end("SIGTERM");
  const { findings } = await auditOf(cluster);
  const growth = Object.keys(warmMinutes).map((name) => [name, growthOf(samples, name)] as const);
  const summary = {
    requests: times.length,
    failures: Object.fromEntries(
      Object.entries(Object.groupBy(failures, (failure) => failure)).map(([text, all]) => [
        text,
        all?.length,
      ]),
    ),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    growth: Object.fromEntries(growth),
    code,
    findings: findings.length,
  };
  console.log(JSON.stringify(summary, null, 2));
  const isSteady = growth.every(([, value]) => value <= MOST_GROWTH);
  return failures.length === 0 && findings.length === 0 && code === 0 && isSteady;
}

/** Starts a fault again each minute, before its previous resources are released. */
async function playEachMinute(
  fault: Fault,
  place: Pick<FaultPlace, "gateway" | "cluster">,
  until: number,
): Promise<void> {
  let open = new AsyncDisposableStack();
  while (performance.now() < until) {
    const before = open;
    open = new AsyncDisposableStack();
    await fault.begin({ ...place, count: FAULTY_CONNECTIONS, ends: open });
    await before.disposeAsync();
    await wait(Math.min(MINUTE_MS, Math.max(0, until - performance.now())));
  }
  await open.disposeAsync();
}

/** Sends requests at a steady rate, as long as the gateway keeps up. */
async function load(
  ask: (at: number) => Promise<void>,
  rate: number,
  until: number,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  for (let begun = 0; performance.now() < until;) {
    const due = ((performance.now() - started) / 1000) * rate;
    for (; begun < due && underWay.size < MOST_UNDER_WAY; begun += 1) {
      const work = ask(begun).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    await wait(TICK_MS);
  }
  await Promise.all(underWay);
}

/** One request of a partner or customer. */
async function request(partner: Partner, notifyUrl: string, at: number): Promise<unknown> {
  if (at % 10 === 0) return (await partner.order("BANK01", notifyUrl)).pay();
  if (at % 10 < 5) return partner.order("BANK01", notifyUrl);
  if (at % 10 < 8) return partner.ask(200, "GET", "/api/v2/orders/transactions?limit=15");
  return partner.ask(404, "DELETE", "/api/v2/token/delete", { token: "unknown" });
}

/** The cause of "fetch failed" has the details. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${String(error)}: ${cause.message}` : String(error);
}

async function sampleOf(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split("\n").map((line) => line.split(" "));
  const known = lines.filter(([name = ""]) => Object.hasOwn(warmMinutes, name));
  return Object.fromEntries(known.map(([name = "", value]) => [name, Number(value)]));
}

/** The median of the last minutes, divided by the median of the first warm ones. */
function growthOf(samples: readonly Readonly<Record<string, number>>[], name: string): number {
  const warm = samples
    .slice(Math.min(warmMinutes[name] ?? 0, samples.length - 1))
    .map((sample) => sample[name] ?? NaN);
  const first = quantile(warm.slice(0, JUDGED_MINUTES), 0.5);
  return quantile(warm.slice(-JUDGED_MINUTES), 0.5) / first;
}
