import { httpCases } from "../../cases/servers/derive.ts";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import type { HttpCase } from "../../cases/servers/http-case.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import type { ServerUnderTest } from "../../targets/state-setup.ts";
import type { Suite } from "../../suite.ts";
import type { PlanOptions } from "../plan.ts";

/** A case for a server. */
export type ServerCase = Case | ConstraintCase | HttpCase | Scenario;

/** Collects the cases of a server, by source. Nothing is asked of it: only the names of credentials count. */
export function casesOfServer(
  suite: Suite,
  { provider, headers }: Pick<ServerUnderTest, "provider" | "headers">,
  { scenarios = [], stateless = false }: Pick<PlanOptions, "scenarios" | "stateless">,
) {
  const constraints = suite.constraints("server");
  const cases = {
    // A server without state cannot answer steps that depend on earlier ones.
    scenarios: stateless ? [] : scenarios,
    samples: stateless ? suite.cases.map(namingItself) : suite.cases,
    derived: suite.derived("server"),
    boundaries: stateless ? constraints.cases.map(withoutStates) : constraints.cases,
    // The expected results of these cases depend on state, too.
    ofHttp: stateless ? [] : httpCases(suite, provider, headers),
  };
  const { samples, derived, boundaries, ofHttp } = cases;
  const all: readonly ServerCase[] = [
    ...cases.scenarios,
    ...[...samples, ...derived.cases, ...boundaries, ...ofHttp],
  ];
  return { ...cases, constraints, all };
}

/** A sample that needs no provider state, because its request names the response in the header "Prefer", which mocks follow. */
function namingItself(sample: Case): Case {
  const { id, request } = sample;
  const preference = { Prefer: `example=${id.slice(id.indexOf("/") + 1)}` };
  const headers = { ...request.headers, ...preference };
  return { ...sample, providerStates: [], request: { ...request, headers } };
}

function withoutStates(constraintCase: ConstraintCase): ConstraintCase {
  return { ...constraintCase, base: { ...constraintCase.base, providerStates: [] } };
}
