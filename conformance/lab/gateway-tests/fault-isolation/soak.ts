import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { GatewayProcess } from "../../../../server/gateway/testing/gateway-process.ts";
import { listen } from "../../../../server/skeleton/testing/listen.ts";
import { startOwnGateway } from "../../testing/own-gateway.ts";
import { auditOf } from "../../testing/audit.ts";
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
 * After how many minutes each is judged. Until the fifth caches fill and code is compiled. Faulty receivers of the first minutes
 * are asked again five minutes later, so that their connections add up until the twelfth.
 */
const warmMinutes = {
  process_resident_memory_bytes: 5,
  nodejs_heap_size_used_bytes: 5,
  process_open_fds: 12,
  nodejs_active_resources_total: 12,
} as const;

/** What the process holds, by name of its metric. */
type Sample = Readonly<Record<keyof typeof warmMinutes, number>>;

const gauges = Object.keys(warmMinutes) as (keyof Sample)[];

const MINUTE_MS = 60_000;
const TICK_MS = 50;
/** The median of the last five minutes beside that of the first five warm ones: what is kept for ever adds up to more. */
const JUDGED_MINUTES = 5;
const MOST_GROWTH = 1.15;
/** One bank is enough: its fault is a matter of the process. */
const isPlayed = ({ concerns, environment }: Fault) =>
  concerns === undefined && (environment === undefined || environment["BANK_FAULT"] === "hangs");
/** More are not asked at once: then the machine is too slow for the rate. */
const MOST_UNDER_WAY = 500;
/** Connections at fault, of each kind, begun anew each minute. */
const FAULTY_CONNECTIONS = 40;

if (values.help) console.log(help);
else process.exitCode = (await soak(Number(values.minutes), Number(values.rate))) ? 0 : 1;

async function soak(minutes: number, rate: number): Promise<boolean> {
  await using receiver = await listen((request, response) => {
    request.resume().once("end", () => response.writeHead(204).end());
  });
  await using gateway = await startOwnGateway({ ...faultyWorld, LOG_LEVEL: "silent" });
  const started = performance.now();
  const samples: Sample[] = [];
  const failures = new Map<string, number>();
  const times: number[] = [];
  const ends = started + minutes * MINUTE_MS;
  const cluster = { folder: gateway.folder, databaseUrl: undefined };
  const played = faults.filter(isPlayed);
  const playing = Promise.all(
    played.map(async (fault, at) => {
      await wait((at / played.length) * MINUTE_MS);
      await playEachMinute(fault, { gateway, cluster }, ends).catch((error: unknown) => {
        count(failures, `${fault.name}: ${String(error)}`);
      });
    }),
  );
  for (let minute = 1; minute <= minutes; minute += 1) {
    const until = started + minute * MINUTE_MS;
    const partner = await makePartner(gateway);
    await load(partner, receiver.url.href, { rate, until, times, failures });
    const sample = await sampleOf(gateway);
    samples.push(sample);
    console.error(`minute ${minute}: ${times.length} requests, ${JSON.stringify(sample)}`);
  }
  await playing;
  const from = performance.now();
  const code = await gateway.end("SIGTERM");
  const endMs = Math.round(performance.now() - from);
  const { findings } = await auditOf(cluster);
  const growth = Object.fromEntries(gauges.map((name) => [name, growthOf(samples, name)]));
  const summary = {
    requests: times.length,
    perSecond: times.length / (minutes * 60),
    failures: Object.fromEntries(failures),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    growth,
    exit: { code, endMs },
    findings: findings.length,
  };
  console.log(JSON.stringify(summary, null, 2));
  return (
    failures.size === 0 &&
    findings.length === 0 &&
    code === 0 &&
    Object.values(growth).every((each) => each <= MOST_GROWTH)
  );
}

/** Begins a fault anew each minute, beside what it was made of before. */
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

/** What is asked, and what comes of it. */
interface Load {
  readonly rate: number;
  readonly until: number;
  readonly times: number[];
  readonly failures: Map<string, number>;
}

/** Asks at a steady rate, as long as the gateway keeps up with it. */
async function load(
  partner: Partner,
  notifyUrl: string,
  { rate, until, times, failures }: Load,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const begin = (at: number) => {
    const from = performance.now();
    const work = request(partner, notifyUrl, at)
      .then(
        () => {
          times.push(performance.now() - from);
        },
        (error: unknown) => {
          count(failures, reasonOf(error));
        },
      )
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  const started = performance.now();
  for (let begun = 0; performance.now() < until;) {
    const due = ((performance.now() - started) / 1000) * rate;
    for (; begun < due && underWay.size < MOST_UNDER_WAY; begun += 1) begin(begun);
    await wait(TICK_MS);
  }
  await Promise.all(underWay);
}

/** Of "fetch failed" the cause says what happened. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${String(error)}: ${cause.message}` : String(error);
}

function count(failures: Map<string, number>, message: string): void {
  failures.set(message, (failures.get(message) ?? 0) + 1);
}

/** What partners and their customers ask, in turn. */
async function request(partner: Partner, notifyUrl: string, at: number): Promise<unknown> {
  if (at % 10 === 0) {
    const order = await partner.order("BANK01", notifyUrl);
    return order.pay();
  }
  if (at % 10 < 5) return partner.order("BANK01", notifyUrl);
  if (at % 10 < 8) return partner.ask(200, "GET", "/api/v2/orders/transactions?limit=15");
  return partner.ask(404, "DELETE", "/api/v2/token/delete", { token: "unknown" });
}

async function sampleOf({ url }: GatewayProcess): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  return Object.fromEntries(gauges.map((name) => [name, valueOf(name)])) as Sample;
}

/** The last minutes' median as a multiple of that of the first warm ones. */
function growthOf(samples: readonly Sample[], name: keyof Sample): number {
  const warm = samples
    .slice(Math.min(warmMinutes[name], samples.length - 1))
    .map((sample) => sample[name]);
  const first = quantile(warm.slice(0, JUDGED_MINUTES), 0.5);
  return quantile(warm.slice(-JUDGED_MINUTES), 0.5) / first;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
