import { complexity } from "../complexity/complexity.ts";
import type { Cost } from "../complexity/measure.ts";
import type { Probe } from "../complexity/probe.ts";
import { loadSuite } from "../../suite.ts";
import type { EngineName } from "../../../server/skeleton/testing/engine.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { startOwnGateway } from "../testing/own-gateway.ts";
import { startMeasuredLibrary } from "../testing/library-service/measured.ts";

/** What a run asks. */
export interface Run {
  readonly seed: number;
  /** So many probes of each contract on each engine; all when there is none. */
  readonly probes?: number;
  readonly filter?: string;
  readonly onMeasured?: (done: number, total: number) => void;
}

/** What a probe has cost, and whom. */
export interface EngineCost extends Cost {
  readonly engine: EngineName;
  readonly contract: string;
}

/** What the gateway looks for in texts, or once did: card numbers, JWTs, and what is coded as Base64 or hex. */
const fragments = [
  "eyJ",
  "ZXlK",
  "65794a",
  "4539 1488 ",
  "4539-1488-",
  "4539148803436467",
  "9704",
  "%65yJ",
  "card=",
];

/** The answer of `followRequests` grows with what was recorded before, whatever is asked. */
const isJudged = ({ operation }: Probe) => operation !== "followRequests";

/** Measures the reference gateway, as it is started for partners, on one engine. */
export async function gatewayCosts(engine: EngineName, run: Run): Promise<EngineCost[]> {
  await using gateway = await startOwnGateway({ LOG_LEVEL: "info", ENGINE: engine });
  const server = {
    url: new URL(gateway.url),
    headers: { "X-SERVICE-AUTH": gateway.token },
    processorTime: gateway.processorTime,
  };
  const costs: EngineCost[] = [];
  for (const contract of ["generated/gateway", "generated/sandbox"]) {
    const suite = await loadSuite(contract);
    const found = await complexity(suite, server, { ...run, fragments, only: isJudged });
    costs.push(...found.map((each) => ({ ...each, engine, contract })));
  }
  return costs;
}

/** Measures a server of another domain, so that what is found is the toolkit's. */
export async function libraryCosts(engine: EngineName, run: Run): Promise<EngineCost[]> {
  const generated = await generateInto(librarySpec);
  const suite = await generated.load("catalogue");
  await using server = await startMeasuredLibrary(generated.folder, engine);
  const costs = await complexity(suite, server, run);
  return costs.map((each) => ({ ...each, engine, contract: "library-service/catalogue" }));
}

/** One line for people: whether it holds, what was asked, and what it cost for each byte. */
export function describeCost(cost: EngineCost): string {
  const { engine, contract, operation, part, name, measured, growth, failure } = cost;
  const times = measured
    .map(({ bytes, microseconds, status }) => {
      const perByte = ((1000 * microseconds) / bytes).toFixed(1);
      return `${bytes} B ${(microseconds / 1000).toFixed(1)} ms ${perByte} ns/B (${status})`;
    })
    .join(", ");
  const grown = growth === undefined ? "" : `, growth ${growth.toFixed(1)}`;
  const told = `${failure === undefined ? "passed" : "failed"} ${engine} ${contract} ${operation} ${part} ${name}: ${times}${grown}`;
  return failure === undefined ? told : `${told}\n    ${failure}`;
}

/** The dearest probe of each part of each operation, whatever else there was. */
export function dearest(costs: readonly EngineCost[]): EngineCost[] {
  const groups = Map.groupBy(
    costs,
    ({ engine, contract, operation, part }) => `${engine} ${contract} ${operation} ${part}`,
  );
  return [...groups.values()].map((each) =>
    each.reduce((most, next) => (longest(next) > longest(most) ? next : most)),
  );
}

function longest({ measured }: EngineCost): number {
  return Math.max(0, ...measured.map(({ microseconds }) => microseconds));
}
