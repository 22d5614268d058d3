import {
  documentedOf,
  explain,
  type SampleRequest,
  type SampleResponse,
  valueAt,
} from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../case.ts";
import { compareJson, sortedLike, type Difference } from "../json/compare.ts";
import { isAnonymous } from "../credentials.ts";
import { exchangeAtBoundary } from "../boundaries/index.ts";
import type { Trace } from "../exchange/exchange.ts";
import type { FreshValues } from "../fresh.ts";
import { substitute } from "../json/substitute.ts";
import type { StateResult, Provider } from "../provider.ts";
import { inTermsOfCase } from "../findings/stable-findings.ts";
import type { Suite } from "../suite.ts";
import {
  describeDifference,
  describeFault,
  errorVerdict,
  withExchange,
  type Finding,
  type Verdict,
} from "../verdict.ts";
import { judgeAnswer, sendRequest, wrongStatus } from "./answer.ts";
import { verdictOn } from "./attribution.ts";
import { judgeBoundary } from "./judge-boundary.ts";
import { judgeDerived } from "./judge-derived.ts";
import { setUp, tearingDown } from "./state-setup.ts";
import type { ServerAnswer } from "./send.ts";

/** A server to be tested. */
export interface ServerUnderTest {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly provider: Provider;
  readonly fresh: FreshValues;
}

/**
 * Plays a case against a server: sends its request and judges the answer, by the contract and by the sample, or by
 * whether the request had to be accepted.
 */
export async function playOnServer(
  suite: Pick<Suite, "contract" | "positionOf">,
  played: Case | ConstraintCase,
  server: ServerUnderTest,
): Promise<Verdict> {
  const effects: StateResult[] = [];
  const trace: Trace = {};
  try {
    const findings = await tearingDown(effects, () =>
      findingsOf(suite, played, server, effects, trace),
    );
    return withExchange(verdictOn(suite.contract, played, "server", findings), trace);
  } catch (error) {
    return withExchange(errorVerdict(played, "server", error), trace);
  }
}

async function findingsOf(
  suite: Pick<Suite, "contract" | "positionOf">,
  played: Case | ConstraintCase,
  server: ServerUnderTest,
  effects: StateResult[],
  trace: Trace,
): Promise<Finding[]> {
  const exchange = played.kind === "constraint" ? exchangeAtBoundary(played) : played;
  const { headers, bindings } = await prepare(exchange, server, effects);
  const request = substitute(exchange.request, bindings) as SampleRequest;
  const expected = substitute(exchange.response, bindings) as SampleResponse;
  const operation = isAnonymous(exchange)
    ? { ...played.operation, security: [] }
    : played.operation;
  const answer = await sendRequest(server.url, operation, request, headers, server.headers, trace);
  const findings =
    played.kind === "constraint"
      ? judgeBoundary(played, judgeAnswer(suite, played.operation, answer))
      : [
          ...acceptedFaults(suite, played, request, answer),
          ...judge(suite, played, expected, answer, bindings),
        ];
  return inTermsOfCase(findings, bindings);
}

interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  readonly bindings: ReadonlyMap<string, string>;
}

/** Sets up the provider states of the case and makes its fresh values. */
async function prepare(
  played: Case,
  server: ServerUnderTest,
  effects: StateResult[],
): Promise<Prepared> {
  const bindings = new Map<string, string>();
  for (const { pointer, maxLength } of played.fresh) {
    const value = valueAt(played.request, pointer);
    if (typeof value === "string") bindings.set(value, server.fresh(maxLength ?? value.length));
  }
  let headers = { ...server.headers };
  for (const { name, values } of played.providerStates) {
    const request = substitute(played.request, bindings) as SampleRequest;
    const state = {
      name,
      values: substitute(values, bindings) as Record<string, unknown>,
    };
    const effect = await setUp(server.provider, state, {
      server: server.url,
      case: { ...played, request },
      headers,
      fresh: server.fresh,
    });
    effects.push(effect);
    headers = { ...headers, ...effect.headers };
    for (const [sample, real] of Object.entries(effect.bindings ?? {})) bindings.set(sample, real);
  }
  return { headers, bindings };
}

/** What a server has accepted though the contract forbids it. */
function acceptedFaults(
  { contract, positionOf }: Pick<Suite, "contract" | "positionOf">,
  { operation }: Case,
  request: SampleRequest,
  { status }: ServerAnswer,
): Finding[] {
  const validate = contract.validators[operation.id]?.request;
  // Validating fills in defaults.
  if (status >= 300 || validate?.(structuredClone(request)) !== false) return [];
  return explain(validate.errors ?? []).map((fault) => {
    const { message, source } = describeFault(fault, positionOf);
    return {
      message: `accepted, though ${message}`,
      ...(source && { source }),
    };
  });
}

function judge(
  suite: Pick<Suite, "contract" | "positionOf">,
  played: Case,
  expected: SampleResponse,
  answer: ServerAnswer,
  bindings: ReadonlyMap<string, string>,
): Finding[] {
  if (played.kind === "derived")
    return judgeDerived(played, judgeAnswer(suite, played.operation, answer));
  if (answer.status !== expected.status)
    return [wrongStatus(played.operation, expected.status, answer)];
  if (!documentedOf(played.operation.responses, answer.status))
    return [
      {
        message: `status ${answer.status} is not documented`,
        source: played.operation.source,
      },
    ];
  const { headers, body, findings, faulty } = judgeAnswer(suite, played.operation, answer);
  // What the server has made earlier, or was told, it has to repeat as it was.
  const isKnown = (pointer: string) => {
    const value = valueAt(played.response, pointer);
    return typeof value === "string" && bindings.has(value);
  };
  const ignored = new Set(
    played.serverMade
      .filter((pointer) => !isKnown(pointer))
      .map((pointer) => pointer.replace(/^\/body/, "")),
  );
  const differences = [
    ...bodyDifferences(expected, body, ignored).map((each) => ({
      ...each,
      pointer: `/body${each.pointer}`,
    })),
    ...compareJson(expected.headers, pick(headers, Object.keys(expected.headers))).map((each) => ({
      ...each,
      pointer: `/headers${each.pointer}`,
    })),
    // A place that breaks the contract differs from the sample too; it is told once.
  ].filter(({ pointer }) => !faulty.has(pointer) && !faulty.has(pointer.split("/", 2).join("/")));
  return [...findings, ...differences.map((difference) => describeDifference("", difference))];
}

/** How a body differs from a sample's, but for what says the same. Whether a field may be missing or null, the schema has said. */
function bodyDifferences(
  { status, body: expected }: SampleResponse,
  body: unknown,
  ignored: ReadonlySet<string>,
): Difference[] {
  // A refusal lists what is wrong, in no order, and an empty list says that nothing is to be told.
  const isRefusal = status >= 400;
  const isNothing = (value: unknown) =>
    value === undefined ||
    value === null ||
    (isRefusal && Array.isArray(value) && value.length === 0);
  const found = isRefusal ? sortedLike(expected, body, ignored) : body;
  return compareJson(expected, found, ignored).filter(
    (each) => each.pointer === "" || !isNothing(each.expected) || !isNothing(each.found),
  );
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => name in values).map((name) => [name, values[name]]),
  );
}
