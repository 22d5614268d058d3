import { mapSubschemas, type Schema } from "@contract-toolkit/kernel";
import type { CompiledSchemas } from "./validation/compiled-schemas.ts";

/** Error codes of values outside their bounds (`@boundsCode`), by schema path without the keyword (`open.Item#/properties/id`). */
export function boundsCodesOf({ messages, components }: CompiledSchemas): Record<string, number> {
  const codes: Record<string, number> = {};
  const visit = (schema: Schema, path: string): Schema => {
    const code = schema["x-bounds-code"];
    if (code !== undefined) codes[path] = code;
    return mapSubschemas(schema, (inside, steps) => visit(inside, `${path}/${steps}`));
  };
  for (const [id, schema] of [...components, ...messages]) visit(schema, `${id}#`);
  return codes;
}
