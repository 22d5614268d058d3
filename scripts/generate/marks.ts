import type { OpenApiDocument, Schema } from "./documents.ts";
import { isSchema } from "./schemas.ts";

/** Extensions that mark values, not shapes. */
export type Mark = "x-server-made" | "x-fresh";

/** JSON pointers of the parts of `value` whose schema carries `mark`, each starting with `pointer`. */
export function markedPointers(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  mark: Mark,
  pointer: string,
): string[] {
  const shapes = shapesOf(document, schema);
  if (shapes.some((shape) => shape[mark] === true)) return [pointer];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      shapes.flatMap(({ items }) =>
        isSchema(items)
          ? markedPointers(
              document,
              items,
              item,
              mark,
              `${pointer}/${String(index)}`,
            )
          : [],
      ),
    );
  }
  if (!isSchema(value)) return [];
  const found = Object.entries(value).flatMap(([name, field]) =>
    shapes.flatMap(({ properties }) => {
      const property = isSchema(properties) ? properties[name] : undefined;
      const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
      return isSchema(property)
        ? markedPointers(document, property, field, mark, `${pointer}/${step}`)
        : [];
    }),
  );
  return [...new Set(found)];
}

/** A schema with everything that it refers to or is composed of. */
function shapesOf(document: OpenApiDocument, schema: Schema): Schema[] {
  const name =
    typeof schema["$ref"] === "string"
      ? schema["$ref"].split("/").at(-1)
      : undefined;
  const referred =
    name === undefined ? undefined : document.components?.schemas?.[name];
  const parts = [referred, schema["allOf"], schema["anyOf"], schema["oneOf"]]
    .flat()
    .filter(isSchema);
  return [schema, ...parts.flatMap((part) => shapesOf(document, part))];
}
