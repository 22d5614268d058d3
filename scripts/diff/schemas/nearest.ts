import { createObjectIds } from "./object-ids.ts";
import { placeOf } from "./place.ts";
import type { SchemaChange } from "./schema-change.ts";

/** Number of places of one change in which a witness is searched. Each search takes time. */
export const searchedPlaces = 4;

/** Reports say "more than" if a change is in more places. */
export const mostCounted = 1000;

/** Up to this number of changes, all paths to them are kept. */
const mostWithAllPaths = 100;

/**
 * Keeps the shortest paths to each change, because shared schemas can have exponentially many paths. Of the others, only the
 * number is kept.
 */
export function nearest(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  if (changes.length <= mostWithAllPaths) return changes;
  return [...Map.groupBy(changes, originOf).values()].flatMap((group) => {
    if (group.length <= searchedPlaces) return group;
    const kept = nearestFirst(group).slice(0, searchedPlaces);
    const [first] = kept;
    const others = placesIn(group) - placesIn(kept);
    return first ? [{ ...first, places: (first.places ?? 1) + others }, ...kept.slice(1)] : [];
  });
}

/** The number of places of some changes, at most `mostCounted + 1`. */
export function placesIn(changes: readonly SchemaChange[]): number {
  const count = changes.reduce((sum, { places = 1 }) => sum + places, 0);
  return Math.min(count, mostCounted + 1);
}

/** Sorts changes by the length of their paths. */
export function nearestFirst(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  return [...changes].sort((one, other) => one.steps.length - other.steps.length);
}

const idOf = createObjectIds();

/** A key that is the same wherever the changed schema is used. */
export function originOf({ rule, effect, message, old, new: now, steps }: SchemaChange): string {
  const last = steps.at(-1);
  const name = last && "name" in last ? last.name : "";
  const schemas = [old.schema, now.schema].map((schema) => (schema ? idOf(schema) : ""));
  const place = old.schema || now.schema ? "" : placeOf(steps);
  return [rule, effect, message, name, ...schemas, place].join("|");
}
