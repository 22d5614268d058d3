import { httpCases } from "../../cases/servers/derive.ts";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import type { HttpCase } from "../../cases/servers/http-case.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import type { ServerUnderTest } from "../../targets/state-setup.ts";
import type { Suite } from "../../suite.ts";
import { constraintsFor } from "../constraints.ts";
import type { PlanOptions } from "../plan.ts";

/** A case for a server. */
export type ServerCase = Case | ConstraintCase | HttpCase | Scenario;

/** Collects the cases of a server other than samples, by source. */
export function otherCasesOfServer(
  suite: Suite,
  { provider, headers }: Pick<ServerUnderTest, "provider" | "headers">,
  { scenarios = [], stateless = false }: PlanOptions,
) {
  const constraints = constraintsFor(suite, "server");
  return {
    constraints,
    boundaries: stateless ? constraints.cases.map(withoutStates) : constraints.cases,
    // A server without state cannot answer steps that depend on earlier ones.
    scenarios: stateless ? [] : scenarios,
    // The expected results of these cases depend on state, too.
    ofHttp: stateless ? [] : httpCases(suite, provider, headers),
  };
}

/** A sample that needs no provider state, because its request names the response in the header "Prefer", which mocks follow. */
export function namingItself(sample: Case): Case {
  const { id, request } = sample;
  const preference = { Prefer: `example=${id.slice(id.indexOf("/") + 1)}` };
  const headers = { ...request.headers, ...preference };
  return { ...sample, providerStates: [], request: { ...request, headers } };
}

function withoutStates(constraintCase: ConstraintCase): ConstraintCase {
  return { ...constraintCase, base: { ...constraintCase.base, providerStates: [] } };
}
