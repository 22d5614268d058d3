import {
  httpCases,
  type Case,
  type ConstraintCase,
  type HttpCase,
  type Provider,
  type Scenario,
  type Suite,
} from "@contract-toolkit/conformance";
import type { CoveredConstraints, DerivedCases } from "@contract-toolkit/conformance/internal";
import { concerning } from "../constraints.ts";
import type { ReplayOptions } from "../options.ts";
import { loadScenarios } from "../scenarios.ts";

/** Whatever is played on a server. */
export type ServerCase = Case | ConstraintCase | HttpCase | Scenario;

type Stateless = Pick<ReplayOptions, "stateless">;

/** The samples for a server, and what stands for one where there is none. */
export function samplesOfServer(
  suite: Suite,
  { stateless }: Stateless,
): { readonly samples: readonly Case[]; readonly derived: DerivedCases } {
  return {
    samples: stateless ? suite.cases.map(namingItself) : suite.cases,
    derived: suite.derived("server"),
  };
}

/** All else that there is to play on a server, by where it comes from. */
export interface OtherCases {
  readonly scenarios: readonly Scenario[];
  readonly constraints: CoveredConstraints;
  /** The cases of the constraints. */
  readonly boundaries: readonly ConstraintCase[];
  readonly ofHttp: readonly HttpCase[];
}

/** Collects what is played on a server beside the samples. */
export async function otherCasesOfServer(
  suite: Suite,
  server: {
    readonly provider: Provider;
    readonly headers: Readonly<Record<string, string>>;
  },
  { folder, stateless }: Stateless & Pick<ReplayOptions, "folder">,
): Promise<OtherCases> {
  const constraints = concerning(suite, "server");
  if (stateless)
    return {
      // What depends on what was before, a server without state cannot answer.
      scenarios: [],
      constraints,
      boundaries: constraints.cases.map(withoutStates),
      // A mock has nothing that its answers would follow from.
      ofHttp: [],
    };
  return {
    scenarios: await loadScenarios(folder, suite, server.provider),
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
