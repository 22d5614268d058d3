import { httpCases, playHttp, playOnServer, type HttpCase } from "../../../index.ts";
import type { ServerInScenario } from "../../../scenarios/play.ts";
import type { Verdict } from "../../../verdict.ts";
import { httpFaults } from "../../fixtures/faults/http/index.ts";
import { startServer, suites } from "../../fixtures/faults/server/index.ts";
import type { CodeFault } from "../code-fault.ts";
import { codeFaultGroup } from "../code-fault-group.ts";
import type { MutantGroup } from "../mutant.ts";
import { firstFailed } from "../mutant-result.ts";

/** Faults in what HTTP says of any contract, in the reference server and in the skeleton under it. */
export function openHttpMutants(): Promise<MutantGroup> {
  return Promise.resolve(codeFaultGroup("http", httpFaults, killingVerdict));
}

async function killingVerdict({ edits, operator }: CodeFault): Promise<Verdict | undefined> {
  await using faulty = await startServer(edits);
  return await firstFailed(playsOf(operator, faulty.server));
}

/** Without a good credential nothing else can be played; then samples fail. */
function* playsOf(group: string, server: ServerInScenario): Iterable<() => Promise<Verdict>> {
  for (const each of casesOn(server))
    if (each.group === group) yield () => playHttp(suite, each, server);
  for (const each of suite.cases) yield () => playOnServer(suite, each, server);
}

const [suite] = suites;

function casesOn({ provider, headers }: ServerInScenario): HttpCase[] {
  return httpCases(suite, provider, headers);
}

/** The verdicts that are not `passed` on some cases of HTTP against a reference server with edits. */
export async function verdictsAgainst(
  edits: CodeFault["edits"],
  isChosen: (each: HttpCase) => boolean,
): Promise<Verdict[]> {
  await using faulty = await startServer(edits);
  const { server } = faulty;
  const found: Verdict[] = [];
  for (const each of casesOn(server).filter(isChosen)) {
    const verdict = await playHttp(suite, each, server);
    if (verdict.outcome !== "passed") found.push(verdict);
  }
  return found;
}
