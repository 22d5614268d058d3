import {
  isSchema,
  type OpenApiDocument,
  type OpenApiParameter,
  schemaProperties,
  type Reference,
  operationsAt,
  parametersOf,
  type Schema,
} from "@contract-toolkit/contract";
import { requires } from "@contract-toolkit/contract/field-rules";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";

/**
 * Replaces each exploded query object (`@query(#{ explode: true })` of a model) by its parameters on the wire, one for
 * each field: `size=2&color=red`. An object with `@deepObject` gets the style of that name.
 */
export function withExplodedObjects(document: OpenApiDocument): OpenApiDocument {
  for (const operation of operationsAt(document.paths))
    if (operation.parameters)
      operation.parameters = operation.parameters.flatMap((parameter) =>
        explode(document, parameter),
      );
  return document;
}

function explode(
  document: OpenApiDocument,
  item: OpenApiParameter | Reference,
): (OpenApiParameter | Reference)[] {
  const [parameter] = parametersOf(document, { parameters: [item] });
  if (parameter?.[deepObject] === true) return [withStyle(parameter)];
  if (parameter?.in !== "query" || parameter.style !== undefined || parameter.explode === false)
    return [item];
  const fields = objectFields(document, parameter.schema);
  if (!fields) return [item];
  const required = [...fields].filter(([, field]) => field.required).map(([name]) => name);
  return [...fields].map(([field, { schema, required: isRequired }]): OpenApiParameter => {
    const others = required.filter((name) => name !== field);
    const needed = isRequired && parameter.required === true;
    const { description, ...rest } = schema;
    return {
      name: field,
      in: "query",
      required: needed,
      ...(description !== undefined && { description }),
      schema: rest,
      // If an optional object is given, all of its required fields are.
      ...(parameter.required !== true && others.length > 0 && { [requires.extension]: others }),
    };
  });
}

/** Extension of `@deepObject`. The emitter writes it at the parameter and in its schema. */
const deepObject = "x-deep-object";

function withStyle({ [deepObject]: _, schema, ...parameter }: OpenApiParameter): OpenApiParameter {
  const { [deepObject]: __, ...plain } = schema;
  return { ...parameter, style: "deepObject", explode: true, schema: plain };
}

/** A field of an object. */
export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
}

/** The fields of an object, inherited fields included; undefined if the schema is not an object. */
export function objectFields(
  document: OpenApiDocument,
  schema: Schema,
): Map<string, Field> | undefined {
  const own = resolveSchema(document, schema);
  const { allOf = [], required = [] } = own;
  if (own.type !== "object" && !isSchema(own.properties) && allOf.length === 0) return undefined;
  const inherited = allOf.flatMap((part) => [...(objectFields(document, part) ?? [])]);
  const fields = schemaProperties(own).map(([field, schema]): [string, Field] => [
    field,
    { schema: schema, required: required.includes(field) },
  ]);
  const all = new Map([...inherited, ...fields]);
  return all.size > 0 ? all : undefined;
}
