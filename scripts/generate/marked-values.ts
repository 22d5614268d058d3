import {
  isSchema,
  type OpenApiDocument,
  pointerStep,
  schemaProperties,
  referredName,
  type Schema,
} from "@contract-toolkit/contract";

/** Extensions of values that a server (`@generated`) or a replay (`@fresh`) makes. */
export type Mark = "x-generated" | "x-fresh";

/** A marked part of a value, or an optional one that the value lacks. */
interface MarkedPart {
  readonly pointer: string;
  readonly schema: Schema;
  /** Whether the value has this part. */
  readonly isPresent: boolean;
}

/**
 * Finds the parts of `value` whose schema has `mark`, also optional parts that the value lacks.
 *
 * @param pointer JSON pointer of `value`, with which each result begins
 */
export function markedParts(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  mark: Mark,
  pointer: string,
): MarkedPart[] {
  const shapes = shapesOf(document, schema);
  if (shapes.some((shape) => shape[mark] === true)) {
    const merged = Object.assign({}, ...shapes) as Schema;
    return [{ pointer, schema: merged, isPresent: value !== undefined }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      shapes.flatMap(({ items }) =>
        isSchema(items) ? markedParts(document, items, item, mark, `${pointer}/${index}`) : [],
      ),
    );
  }
  if (!isSchema(value)) return [];
  const found = shapes.flatMap(schemaProperties).flatMap(([name, property]) => {
    const inside = `${pointer}/${pointerStep(name)}`;
    return markedParts(document, property, value[name], mark, inside);
  });
  return [...new Map(found.map((part) => [part.pointer, part])).values()];
}

/** A schema with everything that it refers to or is composed of. */
export function shapesOf(document: OpenApiDocument, schema: Schema): Schema[] {
  const name = referredName(schema);
  const referred = name === undefined ? undefined : document.components?.schemas?.[name];
  const parts = [referred, schema.allOf, schema.anyOf, schema.oneOf].flat().filter(isSchema);
  return [schema, ...parts.flatMap((part) => shapesOf(document, part))];
}
