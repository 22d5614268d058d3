import { freshValues } from "../../cases/fresh-values.ts";
import type { Suite } from "../../suite.ts";
import { chosen } from "../testing/random.ts";
import { costOf, StuckError, type Cost, type MeasuredServer } from "./measure.ts";
import { probesOf, type Probe } from "./probes.ts";

/** How a run goes. */
export interface ComplexityOptions {
  /** The same seed asks the same. */
  readonly seed: number;
  /** So many probes, drawn by the seed. */
  readonly probes: number;
  /** Only probes of which this is true. */
  readonly only?: (probe: Probe) => boolean;
  /** How long a body may be. */
  readonly bodyBytes?: number;
  /** Texts that the server is known to look for; runs of them are sent as well. */
  readonly fragments?: readonly string[];
  readonly onMeasured?: (done: number, total: number) => void;
}

/** Of a body a little less than servers take. */
const BODY_BYTES = 97_000;

/** Of 16 kB of request line and headers together, which Node.js takes, a little less: credentials have some. */
const OTHER_BYTES = 14_000;

/**
 * Asks a server for much work, in requests of two lengths, and measures the processor time that it takes.
 *
 * @example
 * const costs = await complexity(suite, server, { seed: 1, probes: 100 });
 * costs.filter(({ failure }) => failure !== undefined);
 */
export async function complexity(
  suite: Suite,
  server: MeasuredServer,
  { seed, probes, only = () => true, fragments = [], ...options }: ComplexityOptions,
): Promise<Cost[]> {
  const { name, operations } = suite.contract;
  const fresh = freshValues(`complexity ${seed} ${name}`);
  const { url, headers } = server;
  const all = Object.values(operations)
    .flatMap((operation) =>
      probesOf(suite, operation, { server: url, headers, fresh, seed, fragments }),
    )
    .filter(only);
  const asked = chosen(all, probes, `expensive requests of ${name}`);
  await warmUp(server, asked);
  const costs: Cost[] = [];
  for (const probe of asked) {
    const { bodyBytes = BODY_BYTES, onMeasured } = options;
    try {
      costs.push(await costOf(server, probe, probe.part === "body" ? bodyBytes : OTHER_BYTES));
    } catch (error) {
      if (!(error instanceof StuckError)) throw error;
      // Nothing else can be asked of a server that is busy.
      return [...costs, { probe, measured: [], failure: error.message }];
    }
    onMeasured?.(costs.length, asked.length);
  }
  return costs;
}

/** What is called for the first time is compiled first; that says nothing about a request. */
async function warmUp(server: MeasuredServer, probes: readonly Probe[]): Promise<void> {
  for (const some of Map.groupBy(probes, ({ operation }) => operation).values())
    for (const probe of some.slice(0, 20)) await costOf(server, probe, 1000);
}
