import { isLower, limits, type Limit } from "@contract-toolkit/kernel/schema-algebra";
import type { FlatSchema } from "../flat-schema.ts";
import type { Found } from "../schema-change.ts";

/** What the bounds are called. */
const names: Readonly<Record<Limit, string>> = {
  minimum: "minimum",
  exclusiveMinimum: "exclusive minimum",
  maximum: "maximum",
  exclusiveMaximum: "exclusive maximum",
  minLength: "minimum length",
  maxLength: "maximum length",
  minItems: "minimum number of items",
  maxItems: "maximum number of items",
  minProperties: "minimum number of fields",
  maxProperties: "maximum number of fields",
  minContains: "minimum number of items that fit",
  maxContains: "maximum number of items that fit",
};

/** Bounds that were added, removed or moved. */
export function limitChanges(old: FlatSchema, now: FlatSchema): Found[] {
  return limits.flatMap((limit) => {
    if (isReplaced(limit, old.limits, now.limits)) return [];
    const [before, after] = [old.limits.get(limit), now.limits.get(limit)];
    if (before === after) return [];
    const id = limit.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const name = names[limit];
    if (before === undefined) {
      return found(`${id}-added`, limit, "narrower", `a ${name} of ${Number(after)} was added`);
    }
    if (after === undefined) {
      return found(`${id}-removed`, limit, "wider", `the ${name} of ${before} was removed`);
    }
    const isIncrease = after > before;
    return found(
      `${id}-${isIncrease ? "increased" : "decreased"}`,
      limit,
      isIncrease === isLower(limit) ? "narrower" : "wider",
      `the ${name} ${isIncrease ? "increased" : "decreased"} from ${before} to ${after}`,
    );
  });
}

/** Where a bound that may be reached took the place of one that may not, or the other way round, the stricter one is told. */
function isReplaced(limit: Limit, old: FlatSchema["limits"], now: FlatSchema["limits"]): boolean {
  const other = counterparts[limit];
  const [side, otherSide] = old.has(limit) ? [old, now] : [now, old];
  const [bound, replacement] = [side.get(limit), other && otherSide.get(other)];
  if (bound === undefined || replacement === undefined || otherSide.has(limit)) return false;
  if (bound === replacement) return !limit.startsWith("exclusive");
  return bound > replacement !== isLower(limit);
}

const counterparts: Partial<Record<Limit, Limit>> = {
  minimum: "exclusiveMinimum",
  exclusiveMinimum: "minimum",
  maximum: "exclusiveMaximum",
  exclusiveMaximum: "maximum",
};

function found(rule: string, keyword: Limit, effect: Found["effect"], message: string): Found[] {
  return [{ rule, keyword, effect, message }];
}
