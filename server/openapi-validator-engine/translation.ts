import {
  checkedFormats,
  isInherited,
  isSchema,
  mapSubschemas,
  schemaProperties,
  type Schema,
} from "@contract-toolkit/contract";

/** Translates a schema of `messages.json` for the middleware. Throws if validation would take more than linear time. */
export function translate(schema: Schema): Schema {
  requireLinear(schema);
  const { unevaluatedProperties, ...rest } = withOwnFields(mapSubschemas(schema, translate));
  const kept = Object.entries(rest).filter(
    ([keyword, value]) =>
      !annotations.has(keyword) &&
      !keyword.startsWith("x-") &&
      (keyword !== "format" || checkedFormats.has(value)),
  );
  return {
    ...Object.fromEntries(kept),
    // Inheritance is flattened, so every field that is not evaluated is additional.
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
  };
}

/**
 * The middleware takes an inherited property such as `constructor` for a field of every object. Only keywords that go through
 * the names of an object, such as `propertyNames`, see only its own fields. The compiled validators fill in the defaults.
 */
function withOwnFields(schema: Schema): Schema {
  const { properties = {}, required = [], dependentRequired = {}, ...rest } = schema;
  const names = [properties, dependentRequired].flatMap(Object.keys).concat(required);
  if (!names.concat(...Object.values(dependentRequired)).some(isInherited)) return schema;
  const has = (name: string): Schema =>
    isInherited(name) ? { not: { propertyNames: { not: { const: name } } } } : { required: [name] };
  const dependent = Object.entries(dependentRequired).map(([name, needed]) => ({
    if: has(name),
    then: { allOf: needed.map(has) },
  }));
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !isInherited(name)),
    ),
    patternProperties: {
      ...rest.patternProperties,
      ...Object.fromEntries(
        schemaProperties(schema).flatMap(([name, field]) =>
          isInherited(name) ? [[`^${name}$`, field]] : [],
        ),
      ),
    },
    allOf: [...(rest.allOf ?? []), ...required.map(has), ...dependent],
  };
}

/** The middleware compares each item with every other, unless the schema says that items are scalar. */
function requireLinear({ uniqueItems, items }: Schema): void {
  if (uniqueItems === true && !(isSchema(items) && scalarTypes.has(items.type)))
    throw new TypeError(
      "The engine express-openapi-validator cannot check uniqueItems of objects or lists in linear time. Use the compiled engine.",
    );
}

const scalarTypes: ReadonlySet<unknown> = new Set(["boolean", "integer", "number", "string"]);

/** The middleware treats a discriminator differently. The encoding is also in `format`. */
const annotations: ReadonlySet<string> = new Set(["discriminator", "contentEncoding"]);
