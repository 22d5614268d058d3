import { placeOf } from "./place.ts";
import type { SchemaChange } from "./schema-change.ts";

/** A search takes time; a place that is reached in more ways than this is not looked at in all of them. */
export const searchedPlaces = 4;

/** Beyond it nobody wants to know how many places there are. */
export const mostCounted = 1000;

/** So many changes are told with every way to them. */
const mostTold = 100;

/**
 * The changes with the nearest ways to each of them. The ways through schemas that share others are exponentially many; of
 * those that are left out, only the number is kept.
 */
export function nearest(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  if (changes.length <= mostTold) return changes;
  return [...Map.groupBy(changes, originOf).values()].flatMap((group) => {
    if (group.length <= searchedPlaces) return group;
    const kept = nearestFirst(group).slice(0, searchedPlaces);
    const [first] = kept;
    const others = placesIn(group) - placesIn(kept);
    return first ? [{ ...first, places: (first.places ?? 1) + others }, ...kept.slice(1)] : [];
  });
}

/** In how many places changes are. */
export function placesIn(changes: readonly SchemaChange[]): number {
  const count = changes.reduce((sum, { places = 1 }) => sum + places, 0);
  return Math.min(count, mostCounted + 1);
}

/** The changes, those that the fewest steps lead to first. */
export function nearestFirst(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  return [...changes].sort((one, other) => one.steps.length - other.steps.length);
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** What tells a change of a schema from others, wherever that schema is used. */
export function originOf({ rule, effect, message, old, new: now, steps }: SchemaChange): string {
  const numberOf = (schema: object | undefined) => {
    if (!schema) return "";
    const number = numbers.get(schema) ?? (lastNumber += 1);
    numbers.set(schema, number);
    return String(number);
  };
  const last = steps.at(-1);
  const name = last && "name" in last ? last.name : "";
  const isAlone = !old.schema && !now.schema;
  return [
    rule,
    effect,
    message,
    name,
    numberOf(old.schema),
    numberOf(now.schema),
    isAlone ? placeOf(steps) : "",
  ].join("|");
}
