import { httpCases, playHttp, type HttpCase } from "../../../index.ts";
import type { Verdict } from "../../../verdict.ts";
import { httpFaults } from "../../fixtures/faults/http/index.ts";
import { startServer, suites } from "../../fixtures/faults/server/index.ts";
import type { CodeFault } from "../code-fault.ts";
import { codeFaultGroup } from "../code-fault-group.ts";
import type { MutantGroup } from "../mutant.ts";

/** Faults in what HTTP says of any contract, in the reference server and in the skeleton under it. */
export function openHttpMutants(): Promise<MutantGroup> {
  return Promise.resolve(
    codeFaultGroup("http", httpFaults, async ({ edits, operator }) => {
      const [first] = await verdictsAgainst(edits, ({ group }) => group === operator, 1);
      return first;
    }),
  );
}

/**
 * The verdicts that are not `passed` of its cases of HTTP against a reference server with edits.
 *
 * @param most how many are sought
 */
export async function verdictsAgainst(
  edits: CodeFault["edits"],
  isChosen: (each: HttpCase) => boolean,
  most = Infinity,
): Promise<Verdict[]> {
  const [suite] = suites;
  if (!suite) throw new RangeError("There is no suite.");
  await using faulty = await startServer(edits);
  const { server } = faulty;
  const found: Verdict[] = [];
  for (const each of httpCases(suite, server.provider, server.headers).filter(isChosen)) {
    const verdict = await playHttp(suite, each, server);
    if (verdict.outcome !== "passed") found.push(verdict);
    if (found.length >= most) break;
  }
  return found;
}
