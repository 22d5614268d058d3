/** Rules about schemas with a name, which become declarations of TypeSpec: those say less than a schema in a property. */
import { isObject } from "@contract-toolkit/kernel";
import type { Node, Rule } from "./mend.ts";
import { freeName } from "./names.ts";
import { everyObject } from "./parts.ts";
import { isScalar } from "./body-types.ts";
import { isModel, referredBy } from "./references.ts";

function isNamed(keys: readonly string[]): boolean {
  return keys.length === 3 && keys[0] === "components" && keys[1] === "schemas";
}

/** What refers to a schema that is no model is that schema: a model can be neither. */
export const namedReference: Rule = (schema, document, keys) => {
  const referred = isNamed(keys) ? referredBy(schema, document) : undefined;
  if (!referred || isModel(referred, document)) return undefined;
  const own = Object.entries(schema).filter(([key]) => key !== "$ref" && key !== "allOf");
  for (const key of ["$ref", "allOf"]) Reflect.deleteProperty(schema, key);
  Object.assign(schema, structuredClone(referred), Object.fromEntries(own));
  return undefined;
};

/** A scalar of TypeSpec has no literal as its base. */
export const namedConstant: Rule = (schema, _, keys) => {
  if (!isNamed(keys) || !("const" in schema)) return undefined;
  schema["enum"] = [schema["const"]];
  Reflect.deleteProperty(schema, "const");
  return undefined;
};

/** A scalar or a list has no default in TypeSpec, but each property of it can have one. */
export const namedDefault: Rule = (schema, document, keys) => {
  const { default: value, enum: values, oneOf, anyOf, type } = schema;
  const isPlain = (values ?? oneOf ?? anyOf) === undefined;
  if (!isNamed(keys) || value === undefined || !isPlain) return undefined;
  if (type !== "array" && !isScalar(schema, document)) return undefined;
  Reflect.deleteProperty(schema, "default");
  const reference = `#/${keys.join("/")}`;
  everyObject(document, ({ properties, in: place, schema: inside }) => {
    const parameters = typeof place === "string" ? [inside] : [];
    for (const each of [...parameters, ...Object.values(isObject(properties) ? properties : {})])
      if (isObject(each) && each["$ref"] === reference) each["default"] ??= value;
  });
  return undefined;
};

/** A variant of a union has no default in TypeSpec. */
export const defaultOfVariant: Rule = (schema, _, keys) => {
  const { oneOf, anyOf } = schema;
  const variants = [oneOf, anyOf].flatMap((each) =>
    Array.isArray(each) ? (each as unknown[]) : [],
  );
  const known = variants.filter((each): each is Node => isObject(each) && "default" in each);
  if (!isNamed(keys) || known.length === 0) return undefined;
  for (const each of known) Reflect.deleteProperty(each, "default");
  return "default of one of several schemas";
};

/** A model cannot be null, but a union of it and null can. */
export const nullableModel: Rule = (schema, document, keys) => {
  const { nullable, description, ...model } = schema;
  const components = document["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  if (!isNamed(keys) || nullable !== true || !isObject(schemas) || !isModel(schema, document))
    return undefined;
  const name = freeName(`${keys.at(-1) ?? ""}Object`, Object.keys(schemas));
  schemas[name] = { ...model, ...(description !== undefined && { description }) };
  for (const key of Object.keys(model)) Reflect.deleteProperty(schema, key);
  schema["anyOf"] = [{ $ref: `#/components/schemas/${name}` }];
  return `a model that can be null: without null it is the schema ${name}`;
};
