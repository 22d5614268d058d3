import {
  isSchema,
  type OpenApiDocument,
  pointerStep,
  propertiesOf,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel";

/** Extensions that mark values, not shapes. */
export type Mark = "x-generated" | "x-fresh";

/** A part of a value with everything its schema says. */
export interface MarkedPart {
  readonly pointer: string;
  readonly schema: Schema;
  /** Whether the value has it. */
  readonly isPresent: boolean;
}

/**
 * Parts of `value` whose schema carries `mark`, those that it could have beside its own among them: their JSON pointers,
 * each starting with `pointer`, and schemas.
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
  const found = shapes.flatMap(propertiesOf).flatMap(([name, property]) => {
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
