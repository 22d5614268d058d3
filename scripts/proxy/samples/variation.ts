import { scalarsOf, type Recorded } from "./recorded.ts";

export type Variation = ReturnType<typeof findVariation>;

/** How the values of a field vary in the requests of an operation. */
export function findVariation(recorded: readonly Recorded[]) {
  const known = new Map<string, { count: number; readonly values: Set<string> }>();
  for (const { operation, request } of recorded)
    for (const { place, text } of scalarsOf(request)) {
      const key = `${operation.id} ${place}`;
      const { count, values } = known.get(key) ?? { count: 0, values: new Set() };
      known.set(key, { count: count + 1, values: values.add(text) });
    }
  const variationOf = (operation: string, place: string) => {
    const { count = 0, values } = known.get(`${operation} ${place}`) ?? {};
    return { count, distinct: values?.size ?? 0 };
  };
  return {
    /** It names nothing new. */
    isConstant: (operation: string, place: string) => {
      const { count, distinct } = variationOf(operation, place);
      return count > 1 && distinct === 1;
    },
    /** A server may demand that. */
    isUnique: (operation: string, place: string) => {
      const { count, distinct } = variationOf(operation, place);
      return count > 2 && distinct > count / 2;
    },
  };
}
