import { isContainer } from "./json.ts";

/** JSON pointers (RFC 6901). */

/**
 * A name as a step of a pointer.
 *
 * @example
 * pointerStep("a/b~c"); // "a~1b~0c"
 */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * The name that a step of a pointer stands for.
 *
 * @example
 * pointerName("a~1b~0c"); // "a/b~c"
 */
export function pointerName(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * The names that a pointer goes through, from the root.
 *
 * @example
 * pointerNames("/body/a~1b/0"); // ["body", "a/b", "0"]
 */
export function pointerNames(pointer: string): string[] {
  return pointer.split("/").slice(1).map(pointerName);
}

/**
 * The value at a pointer; undefined where there is none.
 *
 * @example
 * valueAt({ items: [{ name: "a" }] }, "/items/0/name"); // "a"
 */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointerNames(pointer).reduce<unknown>(
    (inside, name) => (isContainer(inside) ? inside[name] : undefined),
    value,
  );
}

/**
 * Names a place of a message as an error body does: the path inside of a body, or the name of a parameter. The body as a
 * whole is `body`.
 *
 * @example
 * fieldOf("/body/items/2/name"); // "items[2].name"
 * fieldOf("/query/limit"); // "limit"
 */
export function fieldOf(pointer: string): string {
  const [part = "", ...names] = pointerNames(pointer);
  const field = names.reduce((path, name) => {
    if (part === "body" && /^\d+$/.test(name)) return `${path}[${name}]`;
    return path === "" ? name : `${path}.${name}`;
  }, "");
  return field === "" ? part : field;
}
