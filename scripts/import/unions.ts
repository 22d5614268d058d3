/** Rules about unions of schemas or values. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "@contract-toolkit/kernel";
import { isNamed } from "./components.ts";
import { itemsOf, nodeOf, nodesIn, takeOut, type Node } from "../documents/nodes.ts";
import { removing, type Rule } from "./fix.ts";
import { nameAt, named } from "./names.ts";
import { schemasOf, withoutTexts } from "./visit-document.ts";
import { composedOf, resolved } from "./references.ts";

/**
 * JSON Schema has no empty lists of values or schemas (section 6.1.2 and core, section 10.2.1), and the converted one
 * is not a type.
 */
export const emptyList = removing(
  (schema) => ["enum", "oneOf", "anyOf", "allOf"].filter((key) => isEmpty(schema[key])),
  (gone) => `empty ${gone}: removed`,
);

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** A value that fits one of two equal variants of oneOf fits both, so it would be refused. */
export const equalVariants: Rule = (schema, document) => {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf)) return undefined;
  const variants = itemsOf(oneOf).map((each) =>
    isObject(each) ? withoutTexts(resolved(each, document)) : each,
  );
  const isFirst = (at: number) =>
    variants.findIndex((each) => isDeepStrictEqual(each, variants[at])) === at;
  const left = itemsOf(oneOf).filter((_, at) => isFirst(at));
  if (left.length === oneOf.length) return undefined;
  schema["oneOf"] = left;
  return "oneOf with the same schema twice: one of them is removed";
};

/** A union of one schema is replaced by that schema. */
export const unionOfOne: Rule = (schema) => {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf) || oneOf.length !== 1 || !isObject(oneOf[0])) return undefined;
  takeOut(schema, "oneOf", "discriminator");
  Object.assign(schema, oneOf[0]);
  return "oneOf with one schema: replaced by that schema";
};

/** Only a named union can have values as members. */
export const unionOfValues: Rule = (schema, _, keys) => {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf) || isNamed(keys)) return undefined;
  const values = nodesIn(oneOf).flatMap((each) => each["const"] ?? []);
  if (values.length === 0 || values.length < oneOf.length) return undefined;
  takeOut(schema, "oneOf");
  schema["enum"] = values;
  return "oneOf of values: now an enum, without the titles and descriptions of the values";
};

/** Null is stated once: as a type, or by nullable. */
export const nullOfEnum: Rule = (schema) => {
  const { enum: values, nullable, type } = schema;
  const isNullable = nullable === true || (Array.isArray(type) && type.includes("null"));
  if (!isNullable || !Array.isArray(values) || values.length < 2) return undefined;
  schema["enum"] = values.filter((each) => each !== null);
  return undefined;
};

/** TypeSpec cannot express that some of several fields are required, and the converter would omit the object. */
export const variantsOfRequired = removing(
  (schema) => {
    const isRequired = (each: unknown) =>
      isObject(each) && Object.keys(each).every((name) => ["required", "not"].includes(name));
    return ["oneOf", "anyOf"].filter((key) => {
      const variants = schema[key];
      return "properties" in schema && Array.isArray(variants) && variants.every(isRequired);
    });
  },
  (gone) => `${gone} of required fields: removed, so that their combinations are not checked`,
);

/** A union with a discriminator must have a name. */
export const namelessUnion: Rule = (schema, document, keys) => {
  const { discriminator, oneOf, anyOf } = schema;
  if (!isObject(discriminator) || !(oneOf ?? anyOf)) return undefined;
  if (Object.values(schemasOf(document)).includes(schema)) return undefined;
  const reference = named(schema, nameAt(keys), document);
  return `union with a discriminator: moved to ${reference}`;
};

/** In TypeSpec, each model that extends a base with a discriminator needs a string literal for it. */
export const discriminatorOfBase = removing(
  ({ discriminator, oneOf, anyOf }) =>
    isObject(discriminator) && (oneOf ?? anyOf) === undefined ? ["discriminator"] : [],
  () =>
    "discriminator of a model that others extend, not all of which have a value for it: removed",
);

/** A discriminator needs one value for each variant, which no other variant has. */
export const discriminatorWithoutValue: Rule = (schema, document, keys) => {
  const { discriminator, oneOf, anyOf } = schema;
  const list: unknown = oneOf ?? anyOf;
  if (!isObject(discriminator) || !Array.isArray(list)) return undefined;
  const variants = nodesIn(list);
  const values = variants.map((each) => valueFor(discriminator, each, document));
  const name = String(discriminator["propertyName"]);
  if (values.includes(undefined) || new Set(values).size < values.length) {
    takeOut(schema, "discriminator");
    const what = `discriminator ${name}: not every variant has a value of its own; removed`;
    if (!Array.isArray(oneOf)) return what;
    // The field selected the variant, also if others fit.
    schema["anyOf"] = oneOf;
    takeOut(schema, "oneOf");
    return `${what}, and oneOf is now anyOf`;
  }
  // The converter does not look into the parts of a variant, so such a variant gets a name.
  for (const [index, variant] of variants.entries()) {
    const { $ref, properties } = variant;
    if ($ref === undefined && !(name in nodeOf(properties)))
      named(variant, nameAt([...keys, String(values[index])]), document);
  }
  // The converter reads a value from the mapping, or from the enum of an unnamed variant.
  const mapping = variants.flatMap(({ $ref }, index) =>
    $ref === undefined ? [] : [[values[index], $ref]],
  );
  if (mapping.length > 0) discriminator["mapping"] = Object.fromEntries(mapping);
  for (const { properties } of variants) {
    const field = nodeOf(properties)[name];
    if (!isObject(field) || !("const" in field)) continue;
    field["enum"] = [field["const"]];
    takeOut(field, "const");
  }
  return undefined;
};

function valueFor({ propertyName, mapping }: Node, variant: Node, document: Node): unknown {
  const { $ref } = variant;
  const names = Object.entries(nodeOf(mapping));
  const mapped = names.find(([, reference]) => reference === $ref)?.[0];
  const fields = composedOf(variant, document).flatMap(({ properties }) => {
    const field = nodeOf(properties)[String(propertyName)];
    return isObject(field) ? [resolved(field, document)] : [];
  });
  if (fields.length === 0) return mapped;
  const all = fields.map((field) => ("const" in field ? [field["const"]] : field["enum"]));
  const [first] = all.filter((each) => Array.isArray(each));
  const isOne = Array.isArray(first) && first.length === 1 && typeof first[0] === "string";
  const [value] = isOne ? (first as unknown[]) : [];
  return mapped === undefined || mapped === value ? value : undefined;
}
