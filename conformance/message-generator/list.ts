import { isSchema, type Schema } from "@contract-toolkit/kernel";
import { countsOf } from "@contract-toolkit/kernel/schema-algebra";
import { optional, type Making, type Place } from "./place.ts";
import { UnderivableError } from "./underivable.ts";

/** A list that keeps what several schemas say of it, of as few items as it may have, but one where there can be one. */
export function listOf(parts: readonly Schema[], place: Place, making: Making): unknown {
  const { pointer, depth, within } = place;
  const { min: least, max: most } = countsOf(parts, "Items");
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems);
  const schemas = parts.flatMap(({ items }) => (isSchema(items) ? [items] : []));
  if (least > MOST_ITEMS)
    throw new UnderivableError(pointer, `has at least ${least} items, which is too many`, parts);
  const item = (index: number) =>
    making.make({
      schemas,
      within,
      pointer: `${pointer}/${index}`,
      depth: depth + 1,
      variant: isUnique ? index : place.variant,
    });
  const count = Math.min(Math.max(1, least), most);
  if (least > 0) return Array.from({ length: count }, (_, index) => item(index));
  return optional(() => (count === 0 ? [] : [item(0)]), [], place, making);
}

export const MOST_ITEMS = 1_000;
