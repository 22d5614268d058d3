import {
  isContainer,
  isSchema,
  type OpenApiDocument,
  pointerStep,
  referredName,
  type Schema,
} from "contract-kernel";

/** A place of a value with every schema that says something of it, those of alternatives included. */
export interface DescribedValue {
  readonly pointer: string;
  readonly value: unknown;
  readonly schemas: readonly Schema[];
}

/** Every place of `value`, the value itself first. */
export function describedValuesOf(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  pointer = "",
): DescribedValue[] {
  return describedValuesIn(document, [schema], value, pointer);
}

function describedValuesIn(
  document: OpenApiDocument,
  all: readonly Schema[],
  value: unknown,
  pointer: string,
): DescribedValue[] {
  const schemas = all.flatMap((each) => expand(document, each));
  const place = { pointer, value, schemas };
  if (!isContainer(value)) return [place];
  const inside = Object.entries(value).flatMap(([name, field]) => {
    const step = pointerStep(name);
    const below = schemas.flatMap((schema) => fieldSchemas(schema, Array.isArray(value), name));
    return describedValuesIn(document, below, field, `${pointer}/${step}`);
  });
  return [place, ...inside];
}

/** The schema, what it refers to, its parts and its alternatives. */
function expand(document: OpenApiDocument, schema: Schema): Schema[] {
  const name = referredName(schema);
  const referred = name === undefined ? undefined : document.components?.schemas?.[name];
  const parts = [schema["allOf"], schema["anyOf"], schema["oneOf"]].flat();
  return [
    schema,
    ...[referred, ...parts].filter(isSchema).flatMap((each) => expand(document, each)),
  ];
}

function fieldSchemas(
  { items, properties, additionalProperties }: Schema,
  inList: boolean,
  name: string,
): Schema[] {
  if (inList) return [items].filter(isSchema);
  const property = isSchema(properties) ? properties[name] : undefined;
  return [property ?? additionalProperties].filter(isSchema);
}
