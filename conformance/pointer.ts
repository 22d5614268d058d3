/** JSON pointers (RFC 6901) into plain JSON values; every function returns a changed copy and leaves its argument alone. */

/** The value at `pointer`, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  return steps(pointer).reduce<unknown>(
    (inside, step) => (isContainer(inside) ? inside[step] : undefined),
    value,
  );
}

/** A copy with the value at `pointer` replaced or added. */
export function withValue(value: unknown, pointer: string, replacement: unknown): unknown {
  return change(value, steps(pointer), (parent, step) => {
    parent[step] = replacement;
  });
}

/** A copy without the value at `pointer`. */
export function withoutValue(value: unknown, pointer: string): unknown {
  return change(value, steps(pointer), (parent, step) => {
    if (Array.isArray(parent)) parent.splice(Number(step), 1);
    else Reflect.deleteProperty(parent, step);
  });
}

/** A name as a step of a pointer. */
export function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
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

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function steps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function change(
  value: unknown,
  path: readonly string[],
  apply: (parent: Container, step: string) => void,
): unknown {
  const copy: unknown = structuredClone(value);
  const last = path.at(-1);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((inside, step) => (isContainer(inside) ? inside[step] : undefined), copy);
  if (last !== undefined && isContainer(parent)) apply(parent, last);
  return copy;
}
