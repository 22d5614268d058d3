import { _ } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";

/**
 * Replaces `uniqueItems` by a linear check. ajv's own is quadratic unless the schema says that the items are scalars.
 */
export function checkUniqueItems(ajv: Ajv2020): void {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must be unique" },
    code(cxt) {
      if (cxt.schema !== true) return;
      const code = _`hasRepeatedItems`;
      cxt.fail(_`${cxt.gen.scopeValue("func", { ref: hasRepeatedItems, code })}(${cxt.data})`);
    },
  });
}

/**
 * Its source is copied into compiled modules, so it may use nothing outside. Equality is that of JSON Schema Core
 * 2020-12, section 4.2.2.
 */
export function hasRepeatedItems(items: readonly unknown[]): boolean {
  const canonical = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(canonical);
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).sort(([name], [otherName]) => (name < otherName ? -1 : 1));
    return { fields: fields.map(([name, field]) => [name, canonical(field)]) };
  };
  return new Set(items.map((item) => JSON.stringify(canonical(item)))).size < items.length;
}
