import { isContainer, ownValue } from "./json.ts";

/**
 * Escapes a name as a step of a JSON pointer (RFC 6901).
 *
 * @example
 * pointerStep("a/b~c"); // "a~1b~0c"
 */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * The name of an escaped step.
 *
 * @example
 * pointerName("a~1b~0c"); // "a/b~c"
 */
export function pointerName(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * The names in a pointer, from the root.
 *
 * @example
 * pointerNames("/body/a~1b/0"); // ["body", "a/b", "0"]
 */
export function pointerNames(pointer: string): string[] {
  const [, ...steps] = pointer.split("/");
  return pointer.includes("~") ? steps.map(pointerName) : steps;
}

/**
 * The pointer through names, as a reference within a document.
 *
 * @example
 * joinPointer(["paths", "/a"]); // "#/paths/~1a"
 */
export function joinPointer(names: readonly string[]): string {
  return ["#", ...names.map(pointerStep)].join("/");
}

/**
 * The pointer in a reference within a document, in which `%` escapes what a URI cannot hold (RFC 6901, section 6).
 *
 * @throws {URIError} for a `%` that escapes nothing
 * @example
 * referredPointer("#/components/schemas/My%20Pet"); // "/components/schemas/My Pet"
 */
export function referredPointer(ref: string): string {
  return decodeURIComponent(ref.slice(ref.indexOf("#") + 1));
}

/**
 * The pointer with `[]` for each item of a list, so that the items of all messages have the same.
 *
 * @example
 * pointerOfItems("/body/items/0/name"); // "/body/items/[]/name"
 */
export function pointerOfItems(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/[]");
}

/**
 * The value at a pointer; undefined if there is none.
 *
 * @example
 * valueAt({ items: [{ name: "a" }] }, "/items/0/name"); // "a"
 */
export function valueAt(value: unknown, pointer: string): unknown {
  return valueIn(value, pointerNames(pointer));
}

/** The value at a path of names; undefined if there is none. */
export function valueIn(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inside, name) => (isContainer(inside) ? ownValue(inside, name) : undefined),
    value,
  );
}

/**
 * Copies a value and replaces or adds the value at a pointer. Unchanged parts are shared with the original.
 *
 * @example
 * withValue({ a: 1 }, "/b", 2); // { a: 1, b: 2 }
 */
export function withValue(value: unknown, pointer: string, replacement: unknown): unknown {
  return changeInside(value, pointerNames(pointer), (parent, name) => {
    parent[name] = replacement;
  });
}

/**
 * Copies a value without the value at a pointer. Unchanged parts are shared with the original.
 *
 * @example
 * withoutValue({ items: [1, 2] }, "/items/0"); // { items: [2] }
 */
export function withoutValue(value: unknown, pointer: string): unknown {
  return changeInside(value, pointerNames(pointer), (parent, name) => {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else Reflect.deleteProperty(parent, name);
  });
}

function changeInside(
  value: unknown,
  [name, ...rest]: readonly string[],
  apply: (parent: Record<string, unknown>, name: string) => void,
): unknown {
  if (!isContainer(value)) return value;
  const copy = copyContainer(value);
  if (name === undefined) return copy;
  if (rest.length === 0) apply(copy, name);
  else if (isContainer(copy[name])) copy[name] = changeInside(copy[name], rest, apply);
  return copy;
}

function copyContainer(value: Record<string, unknown>): Record<string, unknown> {
  const copy: unknown = Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value };
  return isContainer(copy) ? copy : {};
}

/**
 * Names a place of a message as error bodies do: the path inside the body, or the name of a parameter. The whole body is
 * `body`.
 *
 * @example
 * fieldPath("/body/items/2/name"); // "items[2].name"
 * fieldPath("/query/limit"); // "limit"
 */
export function fieldPath(pointer: string): string {
  const [part = "", ...names] = pointerNames(pointer);
  const field = names.reduce((path, name) => {
    if (part === "body" && /^\d+$/.test(name)) return `${path}[${name}]`;
    return path === "" ? name : `${path}.${name}`;
  }, "");
  return field === "" ? part : field;
}
