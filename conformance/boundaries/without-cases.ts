import type { Constraint } from "../case.ts";
import type { DerivedConstraints } from "./derive.ts";
import type { Exclusion } from "./exclusion.ts";
import { keyOf } from "./inventory.ts";

/** Adds the reason to constraints of a document that no case can be derived from by their keyword. */
export function withReasons(
  derived: DerivedConstraints,
  inventory: readonly Constraint[],
): DerivedConstraints {
  const { cases, coveredBySample, exclusions } = derived;
  const known = new Set(
    [...cases, ...coveredBySample, ...exclusions].map(({ constraint }) => keyOf(constraint)),
  );
  const without = inventory
    .filter((constraint) => !known.has(keyOf(constraint)))
    .flatMap(exclusionsOf);
  return { ...derived, exclusions: [...exclusions, ...without] };
}

function exclusionsOf(constraint: Constraint): Exclusion[] {
  const reason = reasons.get(constraint.keyword);
  return reason === undefined
    ? []
    : (["valid", "invalid"] as const).map((boundary) => ({ constraint, boundary, reason }));
}

const bySchema = "what it applies to is described by a schema, which has many boundaries or none";

/** Any other keyword that nothing is derived from stays unknown, and is reported as such. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["places", "the message has too many places to take apart once references are followed"],
  ["not", bySchema],
  ["if", bySchema],
  ["contains", bySchema],
  ["minContains", "what it counts is described by the schema of contains"],
  ["maxContains", "what it counts is described by the schema of contains"],
  ["propertyNames", bySchema],
  ["patternProperties", "which fields it applies to is described by patterns of their names"],
  ["dependentSchemas", bySchema],
  ["prefixItems", "items are only told apart by their place in the list"],
  ["unevaluatedItems", "items are only told apart by their place in the list"],
]);
