import fc from "fast-check";
import { freshValues } from "../../cases/fresh-values.ts";
import type { Suite } from "../../suite.ts";
import { costOf, type Cost, type Limits, type MeasuredServer } from "./measure.ts";
import type { Probe } from "./probe.ts";
import { probesOf } from "./probes.ts";
import { StuckError } from "./send.ts";

/** How a run goes. */
export interface ComplexityOptions {
  /** The same seed asks the same. */
  readonly seed: number;
  /** So many probes of each contract, drawn by the seed; all when there is none. */
  readonly probes?: number;
  /** Only operations whose name contains this. */
  readonly filter?: string;
  /** Only probes of which this is true. */
  readonly only?: (probe: Probe) => boolean;
  /** How long a request may be. */
  readonly limits?: Partial<Limits>;
  /** Texts that the server is known to look for; runs of them are sent as well. */
  readonly fragments?: readonly string[];
  readonly onMeasured?: (done: number, total: number) => void;
}

/**
 * What a server takes, a little less: bodies of 100 kB; and what Node.js takes, a little less: 16 kB of request line and
 * headers together, of which credentials have some.
 */
const usualLimits: Limits = { body: 97_000, headers: 14_000, query: 14_000, path: 14_000 };

/**
 * Asks a server for much work, in requests of three lengths, and measures the processor time that it takes.
 *
 * @example
 * const costs = await complexity(suite, server, { seed: 1, probes: 100 });
 * costs.filter(({ failure }) => failure !== undefined);
 */
export async function complexity(
  suite: Suite,
  server: MeasuredServer,
  options: ComplexityOptions,
): Promise<Cost[]> {
  const { seed, filter = "", fragments = [] } = options;
  const fresh = freshValues(`complexity ${seed} ${suite.contract.name}`);
  const { url, headers } = server;
  const all = Object.values(suite.contract.operations)
    .filter(({ id }) => id.includes(filter))
    .flatMap((operation) =>
      probesOf(suite, operation, { server: url, headers, fresh, seed, fragments }),
    )
    .filter(options.only ?? (() => true));
  const chosen = drawn(all, options.probes ?? Infinity, seed);
  const limits = { ...usualLimits, ...options.limits };
  await warmUp(server, chosen);
  const costs: Cost[] = [];
  for (const probe of chosen) {
    try {
      costs.push(await costOf(server, probe, limits));
    } catch (error) {
      if (!(error instanceof StuckError)) throw error;
      const { operation, part, name } = probe;
      // Nothing else can be asked of a server that is busy.
      return [...costs, { operation, part, name, measured: [], failure: error.message }];
    }
    options.onMeasured?.(costs.length, chosen.length);
  }
  return costs;
}

/** What is called for the first time is compiled first; that says nothing about a request. */
async function warmUp(server: MeasuredServer, probes: readonly Probe[]): Promise<void> {
  const short = { body: 1000, headers: 1000, query: 1000, path: 1000 };
  const each = [...Map.groupBy(probes, ({ operation }) => operation).values()];
  for (const some of each)
    for (const probe of some.slice(0, WARM_UP)) await costOf(server, probe, short);
}

const WARM_UP = 20;

/** Some of all, by a seed. */
function drawn(all: readonly Probe[], count: number, seed: number): readonly Probe[] {
  if (count >= all.length) return all;
  const some = fc.shuffledSubarray([...all], { minLength: count, maxLength: count });
  return fc.sample(some, { seed, numRuns: 1 }).flat();
}
