import {
  httpCases,
  type Case,
  type ConstraintCase,
  type CoveredConstraints,
  type DerivedCases,
  type HttpCase,
  type Provider,
  type Scenario,
  type Suite,
} from "@contract-toolkit/conformance";
import { concerning } from "../constraints.ts";
import type { ReplayOptions } from "../options.ts";
import { loadScenarios } from "../scenarios.ts";

/** Whatever is played on a server. */
export type ServerCase = Case | ConstraintCase | HttpCase | Scenario;

/** All that there is to play on a server, by where it comes from. */
export interface CasesOfServer {
  readonly scenarios: readonly Scenario[];
  readonly samples: readonly Case[];
  readonly derived: DerivedCases;
  readonly constraints: CoveredConstraints;
  /** The cases of the constraints. */
  readonly boundaries: readonly ConstraintCase[];
  readonly ofHttp: readonly HttpCase[];
}

/** Collects what is played on a server. */
export async function casesOfServer(
  suite: Suite,
  server: {
    readonly provider: Provider;
    readonly headers: Readonly<Record<string, string>>;
  },
  { folder, stateless }: Pick<ReplayOptions, "folder" | "stateless">,
): Promise<CasesOfServer> {
  const derived = suite.derived("server");
  const constraints = concerning(suite, "server");
  if (stateless)
    return {
      // What depends on what was before, a server without state cannot answer.
      scenarios: [],
      samples: suite.cases.map(namingItself),
      derived,
      constraints,
      boundaries: constraints.cases.map(withoutStates),
      // A mock has nothing that its answers would follow from.
      ofHttp: [],
    };
  return {
    scenarios: await loadScenarios(folder, suite, server.provider),
    samples: suite.cases,
    derived,
    constraints,
    boundaries: constraints.cases,
    ofHttp: httpCases(suite, server.provider, server.headers),
  };
}

/** A sample that asks for its answer by name, as mocks understand it, in place of the state that leads there. */
function namingItself(sample: Case): Case {
  const { id, request } = sample;
  const preference = { Prefer: `example=${id.slice(id.indexOf("/") + 1)}` };
  const headers = { ...request.headers, ...preference };
  return { ...sample, providerStates: [], request: { ...request, headers } };
}

function withoutStates(each: ConstraintCase): ConstraintCase {
  return { ...each, base: { ...each.base, providerStates: [] } };
}
