import type { Constraint, Target } from "../case.ts";
import { concerns } from "./constraint-case.ts";
import type { DerivedConstraints } from "./exclusions.ts";

type Direction = Constraint["direction"];

/** The constraints of a target, or all: requests first. Those of responses are derived only for who needs them. */
export function constraintsByTarget(
  derive: (direction: Direction) => DerivedConstraints,
): (target?: Target) => DerivedConstraints {
  const derived: Partial<Record<Direction, DerivedConstraints>> = {};
  const known = new Map<Target | undefined, DerivedConstraints>();
  const select = (target: Target | undefined): DerivedConstraints => {
    const isOfRequests = target === "server" || target === "receiver";
    const directions: readonly Direction[] = [
      "request",
      ...(isOfRequests ? [] : ["response" as const]),
    ];
    const parts = directions.map((direction) => (derived[direction] ??= derive(direction)));
    const isOfTarget = (item: Parameters<typeof concerns>[0]) =>
      target === undefined || concerns(item, target);
    return {
      cases: parts.flatMap((part) => part.cases.filter(isOfTarget)),
      coveredBySample: parts.flatMap((part) => part.coveredBySample.filter(isOfTarget)),
      exclusions: parts.flatMap((part) => part.exclusions.filter(isOfTarget)),
      unknown: parts.flatMap((part) =>
        part.unknown.filter((constraint) => isOfTarget({ constraint, boundary: "valid" })),
      ),
    };
  };
  return (target) => {
    const constraints = known.get(target) ?? select(target);
    known.set(target, constraints);
    return constraints;
  };
}
