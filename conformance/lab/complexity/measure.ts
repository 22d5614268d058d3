import type { Probe } from "./probe.ts";
import { send } from "./send.ts";

/** A server whose processor time can be asked for. */
export interface MeasuredServer {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
  /** In microseconds, since its start. */
  readonly processorTime: () => Promise<number>;
}

/** How long a part of a request may be, in bytes. A probe is as long as this, half of it and a quarter. */
export type Limits = Readonly<Record<Probe["part"], number>>;

/** What a probe has cost. */
export interface Cost {
  readonly operation: string;
  readonly part: Probe["part"];
  readonly name: string;
  /** For each length: bytes, the least processor time in microseconds, and the status of the answer. */
  readonly measured: readonly Measurement[];
  /** How many times as long the longest takes as the shortest, where the time says anything. */
  readonly growth?: number;
  readonly failure?: string;
}

/** One length of a probe. */
export interface Measurement {
  readonly bytes: number;
  readonly microseconds: number;
  readonly status: number;
}

/** Four times the bytes take four times the time where the cost is linear, and sixteen times where it is quadratic. */
export const MOST_GROWTH = 6;

/** No request may keep all others waiting for longer. */
export const MOST_MICROSECONDS = 50_000;

/**
 * Below, growth says nothing: a collection of garbage or a function that is compiled takes as long, and the longest
 * request that a server takes cannot do harm in less, however the time grows up to it.
 */
export const FLOOR_MICROSECONDS = 5_000;

/** The least of so many counts, so that what else the machine does is left out. */
const REPEATS = 5;

/** What looks wrong is measured this often again before it is told. */
const FURTHER_REPEATS = 10;

/** Much longer than the server may take; whoever is later is stuck. */
const PATIENCE_MS = 30_000;

/**
 * Measures a probe. It is sent in its longest form first; only when that takes long are its lengths compared.
 *
 * @throws {StuckError} when the server does not answer; nothing else can be asked of it then
 */
export async function costOf(server: MeasuredServer, probe: Probe, limits: Limits): Promise<Cost> {
  const most = limits[probe.part];
  const lengths = [most / 4, most / 2, most].map(Math.floor);
  const { operation, part, name } = probe;
  const told = { operation, part, name };
  // The shortest is tried first: what takes long already is not sent four times as long.
  const tried: Measurement[] = [];
  for (const bytes of [lengths[0] ?? 0, most]) {
    tried.push(await measure(server, probe, bytes, 1));
    if ((tried.at(-1)?.microseconds ?? 0) > FLOOR_MICROSECONDS) break;
  }
  if (tried.every(({ microseconds }) => microseconds <= FLOOR_MICROSECONDS))
    return { ...told, measured: tried };

  let cost = judge(await measureAll(server, probe, lengths, REPEATS));
  if (cost.failure !== undefined)
    cost = judge(await measureAll(server, probe, lengths, FURTHER_REPEATS));
  return { ...told, ...cost };
}

/** Lengths in turn, up to one that takes too long. */
async function measureAll(
  server: MeasuredServer,
  probe: Probe,
  lengths: readonly number[],
  repeats: number,
): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const bytes of lengths) {
    const each = await measure(server, probe, bytes, repeats);
    measured.push(each);
    if (each.microseconds > MOST_MICROSECONDS) break;
  }
  return measured;
}

async function measure(
  server: MeasuredServer,
  probe: Probe,
  bytes: number,
  repeats: number,
): Promise<Measurement> {
  let least = Infinity;
  let status = 0;
  for (let count = 0; count < repeats; count += 1) {
    const request = probe.request(bytes);
    const before = await server.processorTime();
    status = await send(server.url, request, PATIENCE_MS);
    least = Math.min(least, (await server.processorTime()) - before);
    // One that takes far too long does so again.
    if (least > 10 * MOST_MICROSECONDS) break;
  }
  return { bytes, microseconds: least, status };
}

function judge(measured: readonly Measurement[]): Pick<Cost, "measured" | "growth" | "failure"> {
  const first = measured[0]?.microseconds ?? 0;
  const last = measured.at(-1)?.microseconds ?? 0;
  const isWhole = measured.length === 3;
  const growth = isWhole && last > FLOOR_MICROSECONDS ? last / first : undefined;
  const faults = [
    ...(last > MOST_MICROSECONDS
      ? [`takes ${ms(last)} of processor time, more than ${ms(MOST_MICROSECONDS)}`]
      : []),
    ...(growth !== undefined && growth > MOST_GROWTH
      ? [`takes ${growth.toFixed(1)} times as long for 4 times the bytes`]
      : []),
  ];
  return {
    measured,
    ...(growth !== undefined && { growth }),
    ...(faults.length > 0 && { failure: faults.join("; ") }),
  };
}

/** Microseconds as milliseconds, for people. */
export function ms(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}
