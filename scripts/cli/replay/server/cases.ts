import {
  httpCases,
  type Case,
  type ConstraintCase,
  type HttpCase,
  type Scenario,
  type ServerUnderTest,
  type Suite,
} from "@contract-toolkit/conformance";
import { constraintsFor } from "../constraints.ts";
import type { ReplayOptions } from "../options.ts";
import { loadScenarios } from "../scenarios.ts";

/** A case for a server. */
export type ServerCase = Case | ConstraintCase | HttpCase | Scenario;

/** Collects the cases of a server other than samples, by source. */
export async function otherCasesOfServer(
  suite: Suite,
  { provider, headers }: Pick<ServerUnderTest, "provider" | "headers">,
  { folder, stateless }: Pick<ReplayOptions, "folder" | "stateless">,
) {
  const constraints = constraintsFor(suite, "server");
  return {
    constraints,
    boundaries: stateless ? constraints.cases.map(withoutStates) : constraints.cases,
    // A server without state cannot answer steps that depend on earlier ones.
    scenarios: stateless ? [] : await loadScenarios(folder, suite, provider),
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
