import { type SampleRequest, withoutValue, withValue } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest } from "../../contract-allows.ts";
import { compareJson, type Difference } from "../../json/compare.ts";
import type { HttpCase } from "../http-case.ts";
import { httpCase, type Ground } from "../make-case.ts";
import { nameOf, ruleOf } from "./business-rules.ts";
import { isBefore, refusedFor, type Problematic } from "./problems.ts";

/** A sample, and what it is refused for. */
interface Refusal {
  readonly sample: Case;
  readonly rule: Problematic;
}

/** Requests that break two rules of which the service has decided which is told first. */
export function twoRuleCases(ground: Ground, samples: readonly Case[]): HttpCase[] {
  const named = ground.decisions.precedence?.flat() ?? [];
  const refusals = samples.flatMap((sample): Refusal[] => {
    const rule = ruleOf(ground, sample);
    if (rule?.code === undefined || !named.includes(`business-rule ${rule.code}`)) return [];
    return [{ sample, rule }];
  });
  // A rule about what the service knows may be kept by another caller.
  const ofRequest = refusals.filter(({ sample }) => sample.providerStates.length === 0);
  return ofRequest.flatMap((first) =>
    refusals
      .filter((second) => isBefore(ground, first.rule, second.rule))
      .flatMap((second) => together(ground, first, second)),
  );
}

function together(ground: Ground, first: Refusal, second: Refusal): HttpCase[] {
  const message = withBoth(ground, first.sample, second.sample);
  if (!message) return [];
  return [
    httpCase(
      second.sample,
      "refusals",
      `${nameOf(first.sample)} and ${nameOf(second.sample)}`,
      "two rules of the service that are broken; one of them is told",
      {
        section: "RFC 9110, section 15.5",
        raw: {},
        message,
        expected: refusedFor(ground, first.rule, second.rule),
      },
    ),
  ];
}

/** The first request with what makes the second one wrong; undefined where they are wrong at the same place. */
function withBoth(
  { contract, operation, plain }: Ground,
  first: Case,
  second: Case,
): SampleRequest | undefined {
  const compared = plain.map(({ request }) => ({
    own: differencesOf(request, first),
    others: differencesOf(request, second),
  }));
  // Compared with another sample, the second would differ in what is no fault of it, and may be what the first is refused for.
  const fewest = Math.min(...compared.map(({ others }) => others.length));
  const nearest = compared.find(
    ({ own, others }) =>
      others.length === fewest && !others.some((each) => own.some((mine) => overlap(each, mine))),
  );
  if (!nearest) return undefined;
  const request = nearest.others.reduce<unknown>(
    (changed, { pointer, found }) =>
      found === undefined ? withoutValue(changed, pointer) : withValue(changed, pointer, found),
    first.request,
  ) as SampleRequest;
  return allowsRequest(contract, operation, request) ? request : undefined;
}

/** What is made afresh for each play makes nothing wrong. */
function differencesOf(plain: SampleRequest, { request, fresh }: Case): Difference[] {
  const isFresh = ({ pointer }: Difference) => fresh.some((each) => each.pointer === pointer);
  return compareJson(plain, request).filter((each) => !isFresh(each));
}

function overlap(one: Difference, other: Difference): boolean {
  const [a, b] = [`${one.pointer}/`, `${other.pointer}/`];
  return a.startsWith(b) || b.startsWith(a);
}
