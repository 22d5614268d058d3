import {
  isSchema,
  mapSubschemas,
  type MessageSchemas,
  type Schema,
} from "@contract-toolkit/contract";
import type { Group } from "./read-suite.ts";

/** The schemas of groups as `contract generate` writes them: each as the body of a request, `request group0`. */
export function suiteMessages(groups: readonly Group[]): MessageSchemas {
  const messages: Record<string, Schema> = {};
  const components: Record<string, Schema> = {};
  for (const [index, { schema }] of groups.entries()) {
    const { $defs = {}, ...body } = isSchema(schema) ? schema : {};
    const named = (name: string) => `${index}-${name}`;
    const moved = (inside: Schema): Schema => {
      const copy = mapSubschemas(inside, moved);
      const { $ref } = copy;
      if ($ref !== undefined) copy.$ref = `#/$defs/${named($ref.replace(/^#(?:\/\$defs\/)?/, ""))}`;
      return copy;
    };
    // The reference `#` is to the whole schema, which becomes the component without a name.
    for (const [name, value] of Object.entries({ ...$defs, "": body }))
      components[named(name)] = moved(value);
    messages[`request group${index}`] = {
      type: "object",
      properties: { body: isSchema(schema) ? moved(body) : schema },
    };
  }
  return { $schema: "https://json-schema.org/draft/2020-12/schema", messages, $defs: components };
}
