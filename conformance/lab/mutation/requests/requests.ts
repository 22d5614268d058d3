import type { Case, ConstraintCase } from "../../../case.ts";
import { playOnClient, type ClientUnderTest } from "../../../targets/client/client.ts";
import type { Suite } from "../../../suite.ts";
import { describeFinding, type Verdict } from "../../../verdict.ts";
import type { MutantGroup, MutantResult } from "../mutant.ts";
import { sampledAnswers } from "../answers/answer-faults.ts";
import { startProxy, type Proxy } from "../answers/proxy.ts";
import { requestFaults } from "./request-faults.ts";
import type { RequestMutant } from "./request-mutant.ts";
import { requestVariations } from "./request-variations.ts";
import { resultFaults } from "./result-faults.ts";

/** What requests are judged by. */
export interface RequestSuite {
  /** Contracts, each with a client that keeps it. */
  readonly clients: readonly {
    readonly suite: Suite;
    readonly client: ClientUnderTest;
  }[];
  readonly play?: typeof playOnClient;
}

/** Faults in what a client sends, injected on the wire, and in what it hands to its caller. */
export function openRequests(by: RequestSuite): Promise<MutantGroup> {
  return open(by, {
    name: "requests",
    aim: 0.95,
    mutantsOf: (suite) => [
      ...Object.values(suite.contract.operations).flatMap((operation) =>
        requestFaults(suite, operation),
      ),
      ...sampledAnswers(suite).flatMap(resultFaults),
    ],
  });
}

/** Requests that say the same in another way. */
export function openRequestVariations(by: RequestSuite): Promise<MutantGroup> {
  return open(by, {
    name: "request-variations",
    aim: 0,
    isLegitimate: true,
    mutantsOf: (suite) =>
      Object.values(suite.contract.operations).flatMap((operation) =>
        requestVariations(suite, operation),
      ),
  });
}

type GroupHead = Pick<MutantGroup, "name" | "aim" | "isLegitimate"> & {
  readonly mutantsOf: (suite: Suite) => RequestMutant[];
};

async function open(by: RequestSuite, { mutantsOf, ...head }: GroupHead): Promise<MutantGroup> {
  // Each play tells where its own server is.
  const proxy = await startProxy(new URL("http://127.0.0.1"));
  return {
    ...head,
    mutants: by.clients.flatMap(({ suite }) => mutantsOf(suite)),
    attempt: (mutant) => attempt(proxy, by, mutant as RequestMutant),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

async function attempt(
  proxy: Proxy,
  { clients, play = playOnClient }: RequestSuite,
  mutant: RequestMutant,
): Promise<MutantResult> {
  const tested = clients.find(({ suite }) => suite === mutant.suite);
  if (!tested) throw new RangeError(`${mutant.id} is of another suite.`);
  let damaged: unknown;
  const damage = <Message>(
    message: Message,
    change: (message: Message) => Message | undefined,
  ): Message => {
    const changed = change(message);
    damaged = changed ?? damaged;
    return changed ?? message;
  };
  proxy.onRequest = (sent) => damage(sent, mutant.onSent);
  const client: ClientUnderTest = {
    async call(server, operation, request) {
      proxy.upstream = server;
      const result = await tested.client.call(proxy.url, operation, request);
      return damage(result, mutant.onResult);
    },
  };
  const playOne = (played: Case | ConstraintCase): Promise<Verdict> => {
    damaged = undefined;
    return play(mutant.suite.contract, played, client);
  };
  for (const played of casesOf(mutant)) {
    const verdict = await playOne(played);
    if (verdict.outcome !== "failed" || damaged === undefined) continue;
    const [finding = { message: "" }] = verdict.findings;
    return {
      mutant,
      outcome: "killed",
      // What a client sends is compared with what it was told to send, never judged by the schema.
      by: "sample",
      caseId: played.id,
      finding: describeFinding(finding),
    };
  }
  return { mutant, outcome: "survived" };
}

/** Samples first, then the derived requests that a client has to be able to send. */
function* casesOf({ suite, operation }: RequestMutant): Iterable<Case | ConstraintCase> {
  yield* suite.cases.filter((each) => each.operation.id === operation.id);
  yield* derivedOf(suite).filter(
    (each) =>
      each.operation.id === operation.id &&
      each.constraint.direction === "request" &&
      each.boundary === "valid",
  );
}

/** Deriving takes a second or so, and most mutants do not get this far. */
const derived = new WeakMap<Suite, readonly ConstraintCase[]>();

function derivedOf(suite: Suite): readonly ConstraintCase[] {
  const known = derived.get(suite) ?? suite.constraints().cases;
  derived.set(suite, known);
  return known;
}
