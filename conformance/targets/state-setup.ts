import { type SampleRequest, valueAt } from "@contract-toolkit/contract";
import type { Case, CaseHead, ConstraintCase, ProviderState } from "../cases/case.ts";
import { exchangeAtBoundary } from "../cases/boundaries/constraint-case.ts";
import type { HttpCase } from "../cases/servers/http-case.ts";
import type { Trace } from "../exchanges/exchange.ts";
import type { FreshValues } from "../cases/fresh-values.ts";
import { substitute, valuesByPointer } from "../json-comparison/values.ts";
import { findWithCode, MissingStateError, noResponse } from "../errors.ts";
import { beforeDeadline } from "../runs/deadline.ts";
import type { StateResult, Provider, StateContext } from "../provider.ts";
import { errorVerdict, verdict, withExchange, type Finding, type Verdict } from "../verdict.ts";

export interface ServerUnderTest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly provider: Provider;
  readonly fresh: FreshValues;
  /** The states of requests that change nothing, so that cases can use them together. Default: each has its own. */
  readonly shared?: SharedStates;
}

/** Undefined if they must be undone, so that each case needs its own. */
export type SharedStates = Map<string, Promise<Prepared | undefined>>;

export type Prepared = Awaited<ReturnType<typeof setUpStates>>;

/** Whether a case needs states, and its request, which is safe or must be refused, does not change them. */
export function keepsStates(played: Case | ConstraintCase | HttpCase): boolean {
  const { providerStates } = playedExchange(played);
  const isRefused =
    (played.kind === "constraint" && played.boundary === "invalid") ||
    (played.kind === "http" && played.expected.kind === "refused");
  return providerStates.length > 0 && (isRefused || played.operation.method === "GET");
}

/**
 * Sets up the provider states of a case, or returns those of another case that has the same ones and changes nothing.
 *
 * @param isLikeSample whether the response is compared with that of the sample. If not, a state that the provider does not know and
 * that names nothing in the request is not needed
 */
export async function prepare(
  played: Case | ConstraintCase | HttpCase,
  server: ServerUnderTest,
  effects: StateResult[],
  isLikeSample: boolean,
) {
  const base = playedExchange(played);
  const { id, operation, providerStates, fresh } = base;
  const { shared, provider } = server;
  const isLasting =
    keepsStates(played) &&
    (operation.method !== "GET" || fresh.length === 0) &&
    providerStates.every(({ name }) => provider.exclusive?.states?.includes(name) === false);
  const own = () => setUpStates(base, server, effects, isLikeSample);
  if (!shared || !isLasting) return own();
  const of = fresh.length > 0 ? id : operation.id;
  const key = JSON.stringify([of, providerStates, fresh, isLikeSample]);
  const make = async () => {
    const made: StateResult[] = [];
    const prepared = await setUpStates(base, server, made, isLikeSample);
    for (const { undo } of made.toReversed()) await undo?.();
    return made.some(({ undo }) => undo) ? undefined : prepared;
  };
  const found = shared.get(key) ?? make();
  shared.set(key, found);
  found.catch(() => shared.delete(key));
  return (await found) ?? own();
}

/** The exchange that a case plays, or that its form is of. */
export function playedExchange(played: Case | ConstraintCase | HttpCase): Case {
  if (played.kind === "constraint") return exchangeAtBoundary(played);
  return played.kind === "http" ? played.base : played;
}

async function setUpStates(
  played: Case,
  server: ServerUnderTest,
  effects: StateResult[],
  isLikeSample: boolean,
) {
  const bindings = new Map<string, string>();
  for (const { pointer, maxLength } of played.fresh) {
    const value = valueAt(played.request, pointer);
    if (typeof value === "string") bindings.set(value, server.fresh(maxLength ?? value.length));
  }
  let headers = { ...server.headers };
  const isDispensable = ({ name, values }: ProviderState) =>
    !isLikeSample &&
    played.response.status < 300 &&
    server.provider.states[name] === undefined &&
    !Object.entries(values).some(
      ([key, value]) => key.startsWith("binds") && isInside(played.request, value),
    );
  for (const state of played.providerStates) {
    if (isDispensable(state)) continue;
    const { name, values } = state;
    const request = substitute(played.request, bindings) as SampleRequest;
    const filled = { name, values: substitute(values, bindings) as Record<string, unknown> };
    const effect = await setUp(server.provider, filled, {
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

function isInside(whole: unknown, part: unknown): boolean {
  return valuesByPointer(whole).some(([, value]) => value === part);
}

/**
 * Sets up a provider state.
 *
 * @throws {Error} when the provider does not know the state
 */
export async function setUp(
  { states }: Provider,
  { name, values }: ProviderState,
  context: StateContext,
): Promise<StateResult> {
  const setUpState = states[name];
  if (!setUpState)
    throw new MissingStateError(
      name,
      `there is no provider state "${name}"; add it to the provider file (--provider FILE)`,
    );
  return orMissing(
    name,
    `the provider state "${name}" was not set up`,
    setUpState(values, context),
  );
}

/** What a provider makes. Its failure is a missing state, and its silence that of the server. */
export function orMissing<Made>(state: string, what: string, made: Promise<Made>): Promise<Made> {
  const late = () => {
    throw noResponse(LONGEST_SETUP_MS);
  };
  const inTime = beforeDeadline(made, AbortSignal.timeout(LONGEST_SETUP_MS));
  return inTime
    .then((result) => result ?? late())
    .catch((error: unknown) => {
      // An error with a code says more than that a state is missing.
      if (findWithCode(error, "no-response") || !(error instanceof Error) || "code" in error)
        throw error;
      throw new MissingStateError(state, what, { cause: error });
    });
}

/** A provider may send several requests, whose client may wait for minutes. */
const LONGEST_SETUP_MS = 30_000;

/** The verdict on a server for a case that may set up provider states. The last one is undone first. */
export async function verdictWithStates(
  played: CaseHead,
  find: (effects: StateResult[], trace: Trace) => Promise<Finding[]>,
  judge = (findings: readonly Finding[]) => verdict(played, "server", findings),
): Promise<Verdict> {
  const effects: StateResult[] = [];
  const trace: Trace = {};
  try {
    let findings: Finding[];
    try {
      findings = await find(effects, trace);
    } finally {
      for (const { undo } of effects.toReversed()) await undo?.();
    }
    return withExchange(judge(findings), trace);
  } catch (error) {
    return withExchange(errorVerdict(played, "server", error), trace);
  }
}
