import { httpCases, playHttp, playOnServer } from "../../../index.ts";
import type { HttpCase, ServerUnderTest, Suite } from "../../../index.ts";
import { serverFolders, startServer, suites } from "../../fixtures/faults/server.ts";
import type { CodeGroup, Play, Sought } from "./code-group.ts";
import { readFaults } from "./faults.ts";

const [suite] = suites;

/** Faults in what HTTP says of any contract, in the reference server and in the skeleton under it. */
export async function openHttp(): Promise<CodeGroup> {
  return {
    name: "http",
    folders: serverFolders,
    ...(await readFaults("http")),
    async start(edits) {
      const running = await startServer(edits);
      const { server } = running;
      const cases = httpCases(suite, server.provider, server.headers);
      return { ...running, plays: (fault) => httpPlays(fault, suite, cases, server) };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** The cases of the fault's kind first; without a good credential nothing else can be played, and samples fail. */
export function* httpPlays(
  fault: Sought | undefined,
  of: Suite,
  cases: readonly HttpCase[],
  server: ServerUnderTest,
): Iterable<Play> {
  for (const each of cases)
    if (!fault || each.group === fault.operator)
      yield { id: each.id, run: () => playHttp(of, each, server) };
  for (const each of of.cases) yield { id: each.id, run: () => playOnServer(of, each, server) };
}
