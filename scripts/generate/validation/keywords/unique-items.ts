import { _ } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";

/**
 * Makes `uniqueItems` cost as much as its items are long. The compiler's own compares each with every other, unless their
 * schema says that they are scalar.
 */
export function judgeUniqueItems(ajv: Ajv2020): void {
  // The schema of schemas is compiled now, as it is: what it judges comes from no client.
  void ajv.validateSchema({});
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

/** Its text is copied into compiled modules, so that it stands alone. JSON Schema Core 2020-12, section 4.2.2. */
export function hasRepeatedItems(items: readonly unknown[]): boolean {
  const canonical = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(canonical);
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return { fields: fields.map(([name, field]) => [name, canonical(field)]) };
  };
  return new Set(items.map((item) => JSON.stringify(canonical(item)))).size < items.length;
}
