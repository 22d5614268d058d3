import { valueAt } from "@contract-toolkit/kernel";
import type { CaseHead, ConstraintCase } from "../../../cases/case.ts";
import type { ServiceSuite } from "../../testing/changed-spec.ts";

/** What of a suite is otherwise than in another one. */
export interface Differences {
  /** Derived cases that the other one does not have like this; first those that it does not have at all. */
  readonly cases: readonly ConstraintCase[];
  /** The ids of operations whose messages are documented otherwise. */
  readonly operations: ReadonlySet<string>;
}

/** Compares a changed suite with a healthy one. Positions do not count: a changed line may move others. */
export function differencesOf(healthy: ServiceSuite, changed: ServiceSuite): Differences {
  const { cases } = healthy.suite.constraints();
  const known = new Set(cases.map(contentOf));
  const ids = new Set(cases.map(({ id }) => id));
  const documented = operationsIn(healthy);
  return {
    cases: changed.suite
      .constraints()
      .cases.filter((each) => !known.has(contentOf(each)))
      .sort((one, other) => Number(ids.has(one.id)) - Number(ids.has(other.id))),
    operations: new Set(
      [...operationsIn(changed)]
        .filter(([id, content]) => documented.get(id) !== content)
        .map(([id]) => id),
    ),
  };
}

function contentOf({ id, boundary, message, pointer, field, code, base }: ConstraintCase): string {
  return JSON.stringify([
    id,
    boundary,
    message,
    pointer,
    field,
    code,
    (base satisfies CaseHead).id,
  ]);
}

/** Every operation with all that it refers to, as text. */
function operationsIn({ document }: ServiceSuite): Map<string, string> {
  const text = (value: unknown, within: readonly string[]): string =>
    JSON.stringify(value, (key, each: unknown) => {
      if (key !== "$ref" || typeof each !== "string") return each;
      return within.includes(each) ? each : text(resolved(document, each), [...within, each]);
    });
  return new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation): [string, string] => [
        operation.operationId,
        text(operation, []),
      ]),
    ),
  );
}

function resolved(document: unknown, reference: string): unknown {
  return valueAt(document, reference);
}
