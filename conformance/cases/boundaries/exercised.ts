import {
  isContainer,
  pointerNames,
  type OpenApiDocument,
  type Operation,
} from "@contract-toolkit/contract";
import { rulesOf } from "@contract-toolkit/schemas/boundaries/rules";
import { operationsById } from "@contract-toolkit/schemas/documents/operations";
import type { Case, Constraint } from "../case.ts";
import { constraintKey } from "./constraint-case.ts";
import { collectMessages } from "./messages.ts";

/** A constraint, and whether a message has exercised it. */
export interface ExercisedConstraint {
  readonly constraint: Constraint;
  readonly isExercised: boolean;
}

/**
 * The constraints of a contract, and whether exchanges exercised them that were not made for it. A bound is exercised by a value
 * at the bound, `optional` by a field that is left out, `nullable` by null, and any other constraint by a value at its place.
 */
export function exercisedConstraints(
  document: OpenApiDocument,
  operations: readonly Operation[],
  exchanges: readonly Case[],
): ExercisedConstraint[] {
  const documented = operationsById(document);
  const groups = Map.groupBy(exchanges, ({ operation }) => operation.id);
  const all = new Map<string, ExercisedConstraint>();
  for (const operation of operations) {
    const own = documented.get(operation.id);
    const cases = groups.get(operation.id) ?? [];
    if (!own) continue;
    const { requests, responses } = collectMessages(document, own, operation, [], cases);
    for (const { of, schema, bases } of [...requests, ...responses])
      for (const { place, keyword, schema: rule, isUnderived } of rulesOf(schema)) {
        if (isUnderived || (of.contentType !== undefined && !/^\/body(\/|$)/.test(place))) continue;
        const constraint = { ...of, place, keyword };
        const key = constraintKey(constraint);
        if (all.get(key)?.isExercised) continue;
        const bound: unknown = Object.hasOwn(sizes, keyword) && rule[keyword as keyof typeof sizes];
        const isExercised = bases.some(({ message }) =>
          valuesAtPlace(message, pointerNames(place)).some((value) => {
            if (keyword === "optional") return value === undefined;
            if (value === undefined) return false;
            if (keyword === "nullable") return value === null;
            return bound === false || sizes[keyword as keyof typeof sizes](value) === bound;
          }),
        );
        all.set(key, { constraint, isExercised });
      }
  }
  return [...all.values()];
}

/** What a bound is about. */
const sizes = {
  maximum: (value: unknown) => value,
  minimum: (value: unknown) => value,
  maxLength: lengthOfText,
  minLength: lengthOfText,
  maxItems: countMembers,
  minItems: countMembers,
  maxProperties: countMembers,
  minProperties: countMembers,
};

function lengthOfText(value: unknown): number {
  return Array.from(String(value)).length;
}

function countMembers(value: unknown): number {
  return isContainer(value) ? Object.keys(value).length : 0;
}

/** The values at the place of a rule, in each item of its lists. A field that an object does not have is undefined. */
function valuesAtPlace(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  if (!isContainer(value)) return [];
  const inside = name === "[]" || name === "{}" ? Object.values(value) : [value[name]];
  return inside.flatMap((item) => valuesAtPlace(item, rest));
}
