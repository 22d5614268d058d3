import { valueAt } from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";

/** Whether a replay sends a part of a request as it stands in the case: nothing in it is made afresh or given by a provider state. */
export function isAsWritten({ request, fresh, providerStates }: Case, pointer: string): boolean {
  const value = valueAt(request, pointer);
  const bound = providerStates.flatMap(({ values }) =>
    Object.entries(values).flatMap(([name, each]) => (name.startsWith("binds") ? [each] : [])),
  );
  return (
    value !== undefined &&
    !fresh.some((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`)) &&
    !leavesOf(value).some((text) => bound.includes(text))
  );
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}
