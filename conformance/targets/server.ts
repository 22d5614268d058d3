import { type SampleRequest, type SampleResponse } from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../cases/case.ts";
import type { HttpCase } from "../cases/servers/http-case.ts";
import { violationsOfRequest } from "../contract-allows.ts";
import { isAnonymous } from "../credentials.ts";
import type { Trace } from "../exchanges/exchange.ts";
import { substitute } from "../json-comparison/values.ts";
import type { StateResult } from "../provider.ts";
import { inTermsOfCase } from "../repeatable-findings.ts";
import type { Suite } from "../suite.ts";
import { describeViolation, type Finding, type Verdict } from "../verdict.ts";
import { judgeResponse, sendRequest } from "./response.ts";
import { verdictOn } from "./second-validator.ts";
import { playHttp } from "./raw-http/play.ts";
import { judgeBoundary } from "./judge-boundary.ts";
import { judgeSample } from "./judge-sample.ts";
import { playedExchange, prepare, verdictWithStates, type ServerUnderTest } from "./state-setup.ts";
import type { HttpResponse } from "./send.ts";

/** Plays a case against a server: sends its request, and judges the response by the contract and by the sample or boundary. */
export function playOnServer(
  suite: Pick<Suite, "contract" | "positionOf" | "document">,
  played: Case | ConstraintCase | HttpCase,
  server: ServerUnderTest,
): Promise<Verdict> {
  if (played.kind === "http") return playHttp(suite, played, server);
  return verdictWithStates(
    played,
    (effects, trace) => judgeServerCase(suite, played, server, effects, trace),
    (findings) => verdictOn(suite.contract, played, "server", findings),
  );
}

async function judgeServerCase(
  suite: Pick<Suite, "contract" | "positionOf" | "document">,
  played: Case | ConstraintCase,
  server: ServerUnderTest,
  effects: StateResult[],
  trace: Trace,
): Promise<Finding[]> {
  const isAlone = played.kind === "constraint";
  const exchange = playedExchange(played);
  const { headers, bindings } = await prepare(played, server, effects, !isAlone);
  const request = substitute(exchange.request, bindings) as SampleRequest;
  const expected = substitute(exchange.response, bindings) as SampleResponse;
  const operation = isAnonymous(exchange)
    ? { ...played.operation, security: [] }
    : played.operation;
  const response = await sendRequest(
    server.url,
    operation,
    request,
    headers,
    server.headers,
    trace,
  );
  const findings = isAlone
    ? judgeBoundary(played, judgeResponse(suite, played.operation, response))
    : [
        ...acceptedViolations(suite, played, request, response),
        ...judgeSample(suite, played, expected, response, bindings),
      ];
  return inTermsOfCase(findings, bindings);
}

function acceptedViolations(
  { contract, positionOf }: Pick<Suite, "contract" | "positionOf">,
  { operation }: Case,
  request: SampleRequest,
  { status }: HttpResponse,
): Finding[] {
  if (status >= 300) return [];
  return violationsOfRequest(contract, operation, request).map((violation) => {
    const finding = describeViolation(violation, positionOf);
    return { ...finding, message: `accepted although ${finding.message}` };
  });
}
