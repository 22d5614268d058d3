import { isSchema, pointerStep, type Schema } from "contract-kernel";
import type { CompiledSchemas } from "./validation/compiled-schemas.ts";

/** Error codes of values outside their bounds (`@boundsCode`), by schema path without the keyword (`open.Item#/properties/id`). */
export function boundsCodesOf({ messages, components }: CompiledSchemas): Record<string, number> {
  const codes: Record<string, number> = {};
  const visit = (schema: Schema, path: string) => {
    const code = schema["x-bounds-code"];
    if (code !== undefined) codes[path] = code;
    for (const [step, subschema] of subschemas(schema)) visit(subschema, `${path}/${step}`);
  };
  for (const [id, schema] of [...components, ...messages]) visit(schema, `${id}#`);
  return codes;
}

/** Direct subschemas with the JSON pointer steps to them. */
function subschemas(schema: Schema): [string, Schema][] {
  const found: [string, Schema][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties" && isSchema(value)) {
      for (const [name, each] of Object.entries(value)) {
        if (isSchema(each)) found.push([`properties/${pointerStep(name)}`, each]);
      }
    } else if (Array.isArray(value)) {
      value.forEach((each: unknown, index) => {
        if (isSchema(each)) found.push([`${keyword}/${index}`, each]);
      });
    } else if (isSchema(value) && !keyword.startsWith("x-") && keyword !== "default") {
      found.push([keyword, value]);
    }
  }
  return found;
}
