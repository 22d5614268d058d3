import type { Operation } from "@contract-toolkit/contract";
import { loadSuiteOf } from "../../../../scripts/cli/replay/document/suite.ts";
import type { Suite, Verdict } from "../../../../conformance/index.ts";
import { readEquivalents, type MutantGroup } from "../mutant.ts";
import { brokenRules, permittedResponses, type NamedChange } from "./changes.ts";
import { onlyOperation, replayOperation } from "./one-operation.ts";

/** Servers of other people that leave out one rule of their document, which has no samples. */
export async function openRules(documents: readonly string[]): Promise<MutantGroup> {
  return {
    name: "rules",
    aim: 0.9,
    equivalents: await readEquivalents("rules"),
    ...(await open(documents, brokenRules, ({ outcome }) => outcome === "failed")),
  };
}

/** Servers of other people whose responses use one freedom of their document. */
export async function openRuleVariations(documents: readonly string[]): Promise<MutantGroup> {
  return {
    name: "rules-variations",
    ...(await open(documents, permittedResponses, ({ outcome }) => outcome !== "passed")),
  };
}

async function open(
  documents: readonly string[],
  changesOf: (suite: Suite, operation: Operation) => readonly NamedChange[],
  isWanted: (verdict: Verdict) => boolean,
): Promise<Omit<MutantGroup, "name">> {
  const mutants: MutantGroup["mutants"][number][] = [];
  for (const document of documents) {
    const loaded = await loadSuiteOf(document, false);
    for (const operation of Object.values(loaded.suite.contract.operations))
      for (const change of changesOf(onlyOperation(loaded.suite, operation), operation))
        mutants.push({
          id: `${loaded.suite.contract.name} ${operation.id} ${change.name}`,
          attempt: () => replayOperation(loaded, operation, change, isWanted),
        });
  }
  return { mutants, [Symbol.asyncDispose]: () => Promise.resolve() };
}
