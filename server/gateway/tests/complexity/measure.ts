import { Agent, request as httpRequest } from "node:http";
import type { Probe, RawRequest } from "./probes.ts";

/** A server that reports its processor time. */
export interface MeasuredServer {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Microseconds since its start. */
  readonly processorTime: () => Promise<number>;
}

/** The cost of a probe. */
export interface Cost {
  readonly probe: Probe;
  /** Measured at a quarter of the length and at the full length. */
  readonly measured: readonly Measurement[];
  readonly failure?: string;
}

/** The least processor time at one length. */
interface Measurement {
  readonly bytes: number;
  readonly microseconds: number;
  readonly status: number;
}

/** For four times the bytes, linear cost grows 4 times and quadratic cost 16 times. */
const MOST_GROWTH = 6;

/** The longest time that a request may block all others. */
const MOST_MICROSECONDS = 50_000;

/**
 * Below this, growth is not judged: garbage collection or compilation takes as long, and such a request does no harm at
 * any length that servers accept.
 */
const FLOOR_MICROSECONDS = 5_000;

/** A suspicious probe is measured again, and the least time counts, to exclude the influence of other processes. */
const REPEATS = [1, 5, 10];

/** A server that takes longer is stuck. */
const PATIENCE_MS = 30_000;

/**
 * Measures a probe at a quarter of `most` bytes and at `most`.
 *
 * @throws {StuckError} when the server does not answer in time
 */
export async function costOf(server: MeasuredServer, probe: Probe, most: number): Promise<Cost> {
  let cost: Cost = { probe, measured: [] };
  for (const repeats of REPEATS) {
    const measured: Measurement[] = [];
    for (const bytes of [Math.floor(most / 4), most]) {
      measured.push(await measure(server, probe, bytes, repeats));
      // If it already takes too long, the full length is not sent.
      if ((measured.at(-1)?.microseconds ?? 0) > MOST_MICROSECONDS) break;
    }
    cost = { probe, measured, ...judge(measured) };
    if (cost.failure === undefined) break;
  }
  return cost;
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
    status = await send(server.url, request);
    least = Math.min(least, (await server.processorTime()) - before);
    // Far too long: a repetition would not change the verdict.
    if (least > 10 * MOST_MICROSECONDS) break;
  }
  return { bytes, microseconds: least, status };
}

function judge(measured: readonly Measurement[]): Pick<Cost, "failure"> {
  const [first = 0, last = first] = measured.map(({ microseconds }) => microseconds);
  if (last > MOST_MICROSECONDS)
    return { failure: `takes ${ms(last)} of processor time, more than ${ms(MOST_MICROSECONDS)}` };
  const growth = last / first;
  return last > FLOOR_MICROSECONDS && growth > MOST_GROWTH
    ? { failure: `takes ${growth.toFixed(1)} times as long for 4 times the bytes` }
    : {};
}

/** Describes a probe, its cost and its failure in one line. */
export function describeCost({ probe, measured, failure }: Cost): string {
  const { operation, part, name } = probe;
  const times = measured.map(
    ({ bytes, microseconds, status }) => `${bytes} B ${ms(microseconds)} (${status})`,
  );
  return `${operation} ${part} ${name}: ${times.join(", ")}${failure ? `: ${failure}` : ""}`;
}

function ms(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}

/** The server did not answer in time. */
export class StuckError extends Error {
  readonly code = "stuck";
}

/** One connection is kept open, so that its setup is not measured. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends the bytes of a request. Returns the status when the whole response has arrived, or 0 if the server closed the
 * connection.
 */
function send(server: URL, { method, target, headers, body }: RawRequest): Promise<number> {
  const flat = headers.flat();
  if (!headers.some(([name]) => name.toLowerCase() === "host")) flat.push("Host", server.host);
  if (body !== undefined) flat.push("Content-Length", String(Buffer.byteLength(body)));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { hostname, port } = server;
  const sent = httpRequest({ agent, hostname, port, method, path: target, headers: flat });
  const timer = setTimeout(() => {
    reject(new StuckError(`no response in ${PATIENCE_MS} ms`));
    sent.destroy();
  }, PATIENCE_MS);
  sent.on("response", (response) => {
    response.resume().on("close", () => {
      resolve(response.statusCode ?? 0);
    });
  });
  sent.on("error", () => {
    resolve(0);
  });
  sent.end(body);
  return promise.finally(() => {
    clearTimeout(timer);
  });
}
