import {
  httpCases,
  type Case,
  type ConstraintCase,
  type HttpCase,
  type Scenario,
  type ServerUnderTest,
  type Suite,
} from "@contract-toolkit/conformance";
import { concerning } from "../constraints.ts";
import type { ReplayOptions } from "../options.ts";
import { loadScenarios } from "../scenarios.ts";

/** Whatever is played on a server. */
export type ServerCase = Case | ConstraintCase | HttpCase | Scenario;

/** Collects what is played on a server beside the samples, by where it comes from. */
export async function otherCasesOfServer(
  suite: Suite,
  { provider, headers }: Pick<ServerUnderTest, "provider" | "headers">,
  { folder, stateless }: Pick<ReplayOptions, "folder" | "stateless">,
) {
  const constraints = concerning(suite, "server");
  return {
    constraints,
    boundaries: stateless ? constraints.cases.map(withoutStates) : constraints.cases,
    // What depends on what was before, a server without state cannot answer.
    scenarios: stateless ? [] : await loadScenarios(folder, suite, provider),
    // A mock has nothing that its answers would follow from.
    ofHttp: stateless ? [] : httpCases(suite, provider, headers),
  };
}

/** A sample that asks for its answer by name, as mocks understand it, in place of the state that leads there. */
export function namingItself(sample: Case): Case {
  const { id, request } = sample;
  const preference = { Prefer: `example=${id.slice(id.indexOf("/") + 1)}` };
  const headers = { ...request.headers, ...preference };
  return { ...sample, providerStates: [], request: { ...request, headers } };
}

function withoutStates(each: ConstraintCase): ConstraintCase {
  return { ...each, base: { ...each.base, providerStates: [] } };
}
