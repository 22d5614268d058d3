import type { ConstraintCase } from "../../../cases/case.ts";
import type { ServiceSuite } from "../../testing/changed-spec.ts";
import { changedOf } from "./diff-judge.ts";

/** The differences between two suites. */
export interface Differences {
  /** New or changed derived cases, new ones first. */
  readonly cases: readonly ConstraintCase[];
  /** The ids of operations with changed messages. */
  readonly operations: ReadonlySet<string>;
}

/** Compares a changed suite with the original. Positions are ignored, because a changed line may move others. */
export function differencesOf(healthy: ServiceSuite, changed: ServiceSuite): Differences {
  const { cases: before } = healthy.suite.constraints();
  const known = new Set(before.map(contentOf));
  const ids = new Set(before.map(({ id }) => id));
  const cases = changed.suite
    .constraints()
    .cases.filter((testCase) => !known.has(contentOf(testCase)))
    .sort((left, right) => Number(ids.has(left.id)) - Number(ids.has(right.id)));
  const ofCases = cases.map(({ operation }) => operation.id);
  return {
    cases,
    operations: new Set([...ofCases, ...changedOf(healthy.document, changed.document)]),
  };
}

function contentOf({ base, ...item }: ConstraintCase): string {
  const { id, boundary, message, pointer, field, code } = item;
  return JSON.stringify([id, boundary, message, pointer, field, code, base.id]);
}
