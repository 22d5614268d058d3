import {
  callCases,
  playCall,
  playOnClient,
  type CallCase,
  type ClientUnderTest,
} from "../../../index.ts";
import { concerns, type CallGroup } from "../../../internal.ts";
import { clientFolders, loadClient, suite } from "../../fixtures/faults/client.ts";
import type { CodeGroup, Play } from "./code-group.ts";
import { readFaults } from "./faults.ts";

/** Faults in the code of the client, each noticed by the samples and derived cases. */
export async function openClients(): Promise<CodeGroup> {
  return {
    name: "clients",
    folders: clientFolders,
    ...(await readFaults("clients")),
    async start(edits) {
      const loaded = await loadClient(edits);
      return { ...loaded, plays: (fault) => playsOf(fault?.operator ?? "", loaded.client) };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

let derived: CallCase[] | undefined;

/** Derived once, for all faults; those first that a kind of fault is noticed by soonest. */
function calls(operator: string): readonly CallCase[] {
  derived ??= callCases(suite);
  const first = new Set(noticedBy[operator]);
  const isFirst = ({ group }: CallCase) => first.has(group);
  return [...derived.filter(isFirst), ...derived.filter((each) => !isFirst(each))];
}

const noticedBy: Readonly<Record<string, readonly CallGroup[]>> = {
  path: ["addresses"],
  "base-path": ["addresses"],
  redirect: ["redirects", "repeats"],
  retry: ["repeats"],
  "media-type": ["media-types"],
  status: ["statuses"],
  "broken-answer": ["broken-answers", "answers"],
  judgement: ["judgement"],
};

function* playsOf(operator: string, client: ClientUnderTest): Iterable<Play> {
  const { contract, cases } = suite;
  for (const each of cases) yield { id: each.id, run: () => playOnClient(contract, each, client) };
  for (const each of calls(operator))
    yield { id: each.id, run: () => playCall(contract, each, client) };
  for (const each of suite.constraints().cases)
    if (concerns(each, "client"))
      yield { id: each.id, run: () => playOnClient(contract, each, client) };
}
