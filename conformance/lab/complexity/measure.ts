import { Agent, request as httpRequest } from "node:http";
import type { Probe, RawRequest } from "./probes.ts";

/** A server whose processor time can be asked for. */
export interface MeasuredServer {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
  /** In microseconds, since its start. */
  readonly processorTime: () => Promise<number>;
}

/** What a probe has cost. */
export interface Cost {
  readonly probe: Probe;
  /** Of a quarter of the length, and of the whole: bytes, the least processor time in microseconds, and the status. */
  readonly measured: readonly Measurement[];
  readonly failure?: string;
}

/** One length of a probe. */
export interface Measurement {
  readonly bytes: number;
  readonly microseconds: number;
  readonly status: number;
}

/** Four times the bytes take four times the time where the cost is linear, and sixteen times where it is quadratic. */
const MOST_GROWTH = 6;

/** No request may keep all others waiting for longer. */
const MOST_MICROSECONDS = 50_000;

/**
 * Below, growth says nothing: a collection of garbage or a function that is compiled takes as long, and the longest
 * request that a server takes cannot do harm in less, however the time grows up to it.
 */
const FLOOR_MICROSECONDS = 5_000;

/** What looks wrong is measured again, and the least of so many counts, so that what else the machine does is left out. */
const REPEATS = [1, 5, 10];

/** Much longer than the server may take; whoever is later is stuck. */
const PATIENCE_MS = 30_000;

/**
 * Measures a probe, in a quarter of its length and the whole, in bytes.
 *
 * @throws {StuckError} when the server does not answer; nothing else can be asked of it then
 */
export async function costOf(server: MeasuredServer, probe: Probe, most: number): Promise<Cost> {
  let cost: Cost = { probe, measured: [] };
  for (const repeats of REPEATS) {
    const measured: Measurement[] = [];
    for (const bytes of [Math.floor(most / 4), most]) {
      measured.push(await measure(server, probe, bytes, repeats));
      // What takes long already is not sent four times as long.
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
    // One that takes far too long does so again.
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

/** One line for people: whether it holds, what was asked, and what it cost. */
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

/** One connection that is kept, so that none has to be opened while a request is measured. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends a request as its bytes are, and answers the status once all of the answer has come. 0: the server has closed the
 * connection instead.
 */
function send(server: URL, { method, target, headers, body }: RawRequest): Promise<number> {
  const flat = headers.flat();
  if (!headers.some(([name]) => name.toLowerCase() === "host")) flat.push("Host", server.host);
  if (body !== undefined) flat.push("Content-Length", String(Buffer.byteLength(body)));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { hostname, port } = server;
  const sent = httpRequest({ agent, hostname, port, method, path: target, headers: flat });
  const timer = setTimeout(() => {
    reject(new StuckError(`no answer in ${PATIENCE_MS} ms`));
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
