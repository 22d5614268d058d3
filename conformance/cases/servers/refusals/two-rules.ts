import { type SampleRequest, valueAt } from "@contract-toolkit/kernel";
import { compareJson, type Difference } from "../../../json/compare.ts";
import { replaceValue } from "../../../json/values.ts";
import type { Case } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTable, type OperationContext } from "../make-case.ts";
import { nameOf, ruleOf } from "./business-rules.ts";
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
        const [base = second.sample, other] = both.filter(
          ({ providerStates }) => providerStates.length > 0,
        );
        // The provider states of one may not fit those of the other.
        const message = other ? undefined : withBoth(context, ...both, base);
        if (!message) return [];
        const { add, cases } = caseTable(context, base, "refusals");
        const due = refusedFor(context, first.rule, second.rule);
        const row = [both.map(nameOf).join(" and "), "two rules are broken", {}] as const;
        add("RFC 9110, section 15.5", due, [row], { message });
        return cases;
      }),
  );
}

/**
 * The first request with what makes the second one wrong; undefined where that may make the first one right.
 *
 * @param base the one whose provider states are set up, which may work with what it has made afresh
 */
function withBoth(
  { plain, allows }: OperationContext,
  first: Case,
  second: Case,
  base: Case,
): SampleRequest | undefined {
  const nearest = nearestTo(plain, second);
  const fault = differencesOf(nearest, second);
  const own = [
    ...differencesOf(nearestTo(plain, first), first),
    // What it lacks beside another sample is no fault of it.
    ...differencesOf(nearest, first).filter(({ found }) => found !== undefined),
  ];
  if (fault.some((each) => own.some((mine) => overlap(each, mine)))) return undefined;
  const changes = [
    ...fault.map(({ pointer, found }) => [pointer, found] as const),
    ...base.fresh.map(({ pointer }) => [pointer, valueAt(base.request, pointer)] as const),
  ];
  const request = changes.reduce(
    (changed, [pointer, value]) => replaceValue(changed, pointer, value),
    first.request,
  );
  return allows(request) ? request : undefined;
}

/** Of the samples that are answered with success, the one with the fewest differences: they are what is wrong. */
function nearestTo(plain: readonly Case[], refused: Case): Case | undefined {
  const differences = (each: Case) => differencesOf(each, refused).length;
  return plain.toSorted((one, other) => differences(one) - differences(other))[0];
}

/** What is made afresh for each play makes nothing wrong. */
function differencesOf(plain: Case | undefined, { request, fresh }: Case): Difference[] {
  const isFresh = ({ pointer }: Difference) => fresh.some((each) => each.pointer === pointer);
  return compareJson(plain?.request, request).filter((each) => !isFresh(each));
}

function overlap(one: Difference, other: Difference): boolean {
  const [a, b] = [`${one.pointer}/`, `${other.pointer}/`];
  return a.startsWith(b) || b.startsWith(a);
}
