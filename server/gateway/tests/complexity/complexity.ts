import { freshValues } from "../../../../conformance/cases/fresh-values.ts";
import type { Suite } from "../../../../conformance/suite.ts";
import { chosen } from "../../testing/drawn.ts";
import { costOf, StuckError, type Cost, type MeasuredServer } from "./measure.ts";
import { probesOf, type Probe } from "./probes.ts";

interface ComplexityOptions {
  /** The same seed gives the same requests. */
  readonly seed: number;
  /** Number of probes, drawn by the seed. */
  readonly probes: number;
  /** Filters the probes. */
  readonly only?: (probe: Probe) => boolean;
  /** Length of the longest body. */
  readonly bodyBytes?: number;
  /** Texts that the server searches for. Repetitions of them are sent too. */
  readonly fragments?: readonly string[];
  readonly onMeasured?: (done: number, total: number) => void;
}

/** A little less than the longest body that servers accept. */
const BODY_BYTES = 97_000;

/** Node.js accepts 16 kB of request line and headers. Credentials need some of it. */
const OTHER_BYTES = 14_000;

/**
 * Sends expensive requests in two lengths and measures the processor time of the server.
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
      // A stuck server answers no further requests.
      return [...costs, { probe, measured: [], failure: error.message }];
    }
    onMeasured?.(costs.length, asked.length);
  }
  return costs;
}

/** The first calls compile code, which must not be measured. */
async function warmUp(server: MeasuredServer, probes: readonly Probe[]): Promise<void> {
  for (const some of Map.groupBy(probes, ({ operation }) => operation).values())
    for (const probe of some.slice(0, 20)) await costOf(server, probe, 1000);
}
