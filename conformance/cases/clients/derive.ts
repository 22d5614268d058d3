import type { Suite } from "../../suite.ts";
import { addressCases } from "./addresses.ts";
import { responseCases } from "./response-forms.ts";
import type { CallCase } from "./call-case.ts";
import { callContextOf } from "./call-context.ts";
import { judgementCases, nearMissCases } from "./violations-in-lists.ts";
import { repeatCases } from "./repeats.ts";
import { clientStatusCases } from "./statuses.ts";
import { valueCases } from "./values.ts";

/** Derives the HTTP cases for clients. The same contract gives the same cases in the same order. */
export function callCases(suite: Suite): CallCase[] {
  const judged = Map.groupBy(judgementCases(suite), ({ operation }) => operation.id);
  const cases = Object.values(suite.contract.operations).flatMap((operation) => {
    const context = callContextOf(suite, operation);
    if (!context) return [];
    return [
      ...addressCases(context),
      ...valueCases(context),
      ...responseCases(context),
      ...clientStatusCases(context),
      ...repeatCases(context),
      ...nearMissCases(context),
      ...(judged.get(operation.id) ?? []),
    ];
  });
  // Ids must be unique. Lists in lists give two cases with one id.
  return [...new Map(cases.map((testCase) => [testCase.id, testCase])).values()];
}
