/**
 * Names a place of a message as an error body does: `/body/items/2/name` → `items[2].name`, `/query/limit` → `limit`.
 * The body as a whole is `body`.
 */
export function fieldOf(pointer: string): string {
  const [, part = "", ...steps] = pointer.split("/");
  const field = steps
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, name) => {
      if (part === "body" && /^\d+$/.test(name)) return `${path}[${name}]`;
      return path === "" ? name : `${path}.${name}`;
    }, "");
  return field === "" ? part : field;
}
