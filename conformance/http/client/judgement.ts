import {
  pointerNames,
  pointerStep,
  type SampleResponse,
  valueAt,
  withValue,
} from "@contract-toolkit/kernel";
import type { ConstraintCase } from "../../case.ts";
import { allowsAnswer } from "../../contract-allows.ts";
import type { Suite } from "../../suite.ts";
import type { CallCase } from "./call-case.ts";
import { callCase, toRefuse } from "./make-call.ts";

/** What is wrong with the first item of a list is wrong with every other: the faults of constraints, at the end of lists. */
export function judgementCases(suite: Suite): CallCase[] {
  return suite
    .constraints()
    .cases.filter(
      ({ constraint, boundary }) => constraint.direction === "response" && boundary === "invalid",
    )
    .flatMap((each) => inLists(suite, each));
}

/** How many valid items stand before the one that is not. */
const BEFORE = 2;

function inLists({ contract }: Suite, each: ConstraintCase): CallCase[] {
  const { id, operation, base, message, pointer, source } = each;
  const response = message as SampleResponse;
  const isAllowed = (changed: SampleResponse) => allowsAnswer(contract, operation, changed);
  return listsOf(response, pointer).flatMap((list) => {
    const bad = valueAt(response, `${list}/0`);
    const good = valueAt(base.response, `${list}/0`);
    const before = Array.from({ length: BEFORE }, () => good);
    const valid = withValue(response, list, before) as SampleResponse;
    const invalid = withValue(response, list, [...before, bad]) as SampleResponse;
    if (good === undefined || !isAllowed(valid) || isAllowed(invalid)) return [];
    const name = `${id.slice(id.indexOf("/") + 1)} in the third item`;
    const parts = {
      answers: [toRefuse({ response: invalid }, {})] as const,
      needsValidation: true as const,
    };
    const section = ["judgement", "OpenAPI 3.0, Schema Object"] as const;
    return [{ ...callCase(base, section, name, each.why, parts), source }];
  });
}

/** Pointers of the lists of which a place is in the first item, the outermost first. */
function listsOf(message: unknown, pointer: string): string[] {
  const names = pointerNames(pointer);
  return names.flatMap((name, index) => {
    const list = names
      .slice(0, index)
      .map((each) => `/${pointerStep(each)}`)
      .join("");
    return name === "0" && Array.isArray(valueAt(message, list)) ? [list] : [];
  });
}
