import { type SampleRequest, valueAt } from "@contract-toolkit/contract";
import { compareJson, type Difference } from "../../../json-comparison/compare.ts";
import { replaceValue } from "../../../json-comparison/values.ts";
import type { Case } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTable, type OperationContext } from "../make-case.ts";
import { caseName, ruleOf } from "./business-rules.ts";
import { isBefore, refusedFor } from "./problems.ts";

export function twoRuleCases(context: OperationContext, samples: readonly Case[]): HttpCase[] {
  const refusals = samples.flatMap((sample) => {
    const rule = ruleOf(context, sample);
    return rule?.code === undefined ? [] : [{ sample, rule }];
  });
  return refusals.flatMap((first) =>
    refusals
      .filter((second) => isBefore(context, first.rule, second.rule))
      .flatMap((second) => {
        const both = [first.sample, second.sample] as const;
        const [base = second.sample, contradicting] = both.filter(
          ({ providerStates }) => providerStates.length > 0,
        );
        // The provider states of two samples may contradict each other.
        const message = contradicting ? undefined : withBoth(context, ...both, base);
        if (!message) return [];
        const { add, cases } = caseTable(context, base, "refusals");
        const expected = refusedFor(context, first.rule, second.rule);
        const row = [both.map(caseName).join(" and "), "two rules are broken", {}] as const;
        add("RFC 9110, section 15.5", expected, [row], { message });
        return cases;
      }),
  );
}

/**
 * The first request with the differences that make the second one wrong; undefined if they may make the first one right.
 *
 * @param base the sample whose provider states and fresh values are used
 */
function withBoth(
  { successes, allows }: OperationContext,
  first: Case,
  second: Case,
  base: Case,
): SampleRequest | undefined {
  const nearest = nearestTo(successes, second);
  const violation = differencesOf(nearest, second);
  const own = [
    ...differencesOf(nearestTo(successes, first), first),
    // A field that the first request lacks is not its violation.
    ...differencesOf(nearest, first).filter(({ found }) => found !== undefined),
  ];
  if (violation.some((difference) => own.some((mine) => overlappingPointers(difference, mine))))
    return undefined;
  const changes = [
    ...violation.map(({ pointer, found }) => [pointer, found] as const),
    ...base.fresh.map(({ pointer }) => [pointer, valueAt(base.request, pointer)] as const),
  ];
  const request = changes.reduce(
    (changed, [pointer, value]) => replaceValue(changed, pointer, value),
    first.request,
  );
  return allows(request) ? request : undefined;
}

/** The successful sample with the fewest differences, which are then the violation of the refused one. */
function nearestTo(successes: readonly Case[], refused: Case): Case | undefined {
  const counted = successes.map((item) => [item, differencesOf(item, refused).length] as const);
  return counted.toSorted(([, left], [, right]) => left - right)[0]?.[0];
}

/** Differences in fresh values do not count. */
function differencesOf(success: Case | undefined, { request, fresh }: Case): Difference[] {
  const isFresh = ({ pointer }: Difference) => fresh.some((item) => item.pointer === pointer);
  return compareJson(success?.request, request).filter((difference) => !isFresh(difference));
}

function overlappingPointers(left: Difference, right: Difference): boolean {
  const [a, b] = [`${left.pointer}/`, `${right.pointer}/`];
  return a.startsWith(b) || b.startsWith(a);
}
