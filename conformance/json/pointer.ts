import { isContainer, pointerNames } from "contract-kernel";

/** Changes of plain JSON values; every function returns a changed copy and leaves its argument alone. */

/** A copy with the value at `pointer` replaced or added. */
export function withValue(value: unknown, pointer: string, replacement: unknown): unknown {
  return change(value, pointerNames(pointer), (parent, step) => {
    parent[step] = replacement;
  });
}

/** A copy without the value at `pointer`. */
export function withoutValue(value: unknown, pointer: string): unknown {
  return change(value, pointerNames(pointer), (parent, step) => {
    if (Array.isArray(parent)) parent.splice(Number(step), 1);
    else Reflect.deleteProperty(parent, step);
  });
}

/** A copy in which every string that is a key of `bindings` is replaced by its value. */
export function substitute(value: unknown, bindings: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return bindings.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => substitute(item, bindings));
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, substitute(field, bindings)]),
  );
}

function change(
  value: unknown,
  path: readonly string[],
  apply: (parent: Record<string, unknown>, step: string) => void,
): unknown {
  const copy: unknown = structuredClone(value);
  const last = path.at(-1);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((inside, step) => (isContainer(inside) ? inside[step] : undefined), copy);
  if (last !== undefined && isContainer(parent)) apply(parent, last);
  return copy;
}
