/** Rules about references and what is put together of several schemas. */
import { isObject, pointerStep, valueAt } from "@contract-toolkit/kernel";
import type { Mend, Node, Rule } from "./mend.ts";
import { nameAt, named } from "./names.ts";
import { everyObject } from "./parts.ts";

/** The default of an enumeration is one of its members in TypeSpec, which a converted value is not. */
export const defaultOfReference: Rule = (schema, document) => {
  if (!("default" in schema)) return undefined;
  const referred = referredBy(schema, document);
  if (Array.isArray(referred?.["enum"])) {
    for (const key of ["$ref", "allOf"]) Reflect.deleteProperty(schema, key);
    for (const key of ["type", "enum"]) if (key in referred) schema[key] = referred[key];
    return "default of an enumeration that is referred to: its values are written here";
  }
  const { items } = schema;
  const inside = [referred, items, isObject(items) && referredBy(items, document)].filter(isObject);
  const isOfSeveral = inside.some((each) => "oneOf" in each || "anyOf" in each || "enum" in each);
  if (!isOfSeveral) return undefined;
  Reflect.deleteProperty(schema, "default");
  return "default of one of several schemas, or of a list of an enumeration";
};

/** Of lists a default is that of the whole list. */
export const defaultOfItems: Rule = ({ items }) => {
  if (!isObject(items) || !("default" in items)) return undefined;
  Reflect.deleteProperty(items, "default");
  return "default of the items of a list";
};

/** What is null is no model that another one could extend. */
export function mendNullable(document: Node): Mend[] {
  const extended = new Set<unknown>();
  everyObject(document, ({ allOf }) => {
    const parts = Array.isArray(allOf) ? (allOf as unknown[]).filter(isObject) : [];
    if (parts.length > 1) for (const { $ref } of parts) extended.add($ref);
  });
  const components = document["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  return Object.entries(isObject(schemas) ? schemas : {}).flatMap(([name, schema]) => {
    const pointer = `#/components/schemas/${pointerStep(name)}`;
    const mends: Mend[] = [];
    if (!isObject(schema)) return [];
    const isWhole = extended.has(pointer) || Array.isArray(schema["allOf"]);
    if (schema["nullable"] === true && isWhole) {
      Reflect.deleteProperty(schema, "nullable");
      mends.push({ pointer, what: "nullable of a model that others extend, or that extends one" });
    }
    for (const each of ["readOnly", "writeOnly"].filter((key) => key in schema)) {
      Reflect.deleteProperty(schema, each);
      mends.push({ pointer, what: `${each} of a schema that is not a property` });
    }
    return mends;
  });
}

/** A union is told apart by a field if each variant has one value for it, which no other one has. */
export const discriminatorWithoutValue: Rule = (schema, document, keys) => {
  const { discriminator, oneOf, anyOf } = schema;
  const list: unknown = oneOf ?? anyOf;
  if (!isObject(discriminator) || !Array.isArray(list)) return undefined;
  const variants = (list as unknown[]).filter(isObject);
  const values = variants.map((each) => valueFor(discriminator, each, document));
  const name = String(discriminator["propertyName"]);
  if (values.includes(undefined) || new Set(values).size < values.length) {
    Reflect.deleteProperty(schema, "discriminator");
    return `discriminator ${name}: not every variant has a value of its own there`;
  }
  // What a variant is made of is not looked at, so such a one gets a name.
  for (const [index, variant] of variants.entries()) {
    const { $ref, properties } = variant;
    if ($ref === undefined && !(isObject(properties) && name in properties))
      named(variant, nameAt([...keys, String(values[index])]), document);
  }
  // The converter reads a value from the mapping, or from an enumeration in a variant without a name.
  const mapping = variants.flatMap(({ $ref }, index) =>
    $ref === undefined ? [] : [[values[index], $ref]],
  );
  if (mapping.length > 0) discriminator["mapping"] = Object.fromEntries(mapping);
  for (const { properties } of variants) {
    const field = isObject(properties) ? properties[name] : undefined;
    if (!isObject(field) || !("const" in field)) continue;
    field["enum"] = [field["const"]];
    Reflect.deleteProperty(field, "const");
  }
  return undefined;
};

function valueFor({ propertyName, mapping }: Node, variant: Node, document: Node): unknown {
  const { $ref } = variant;
  const names = Object.entries(isObject(mapping) ? mapping : {});
  const named = names.find(([, reference]) => reference === $ref)?.[0];
  const fields = composedOf(variant, document).flatMap(({ properties }) => {
    const field = isObject(properties) ? properties[String(propertyName)] : undefined;
    return isObject(field) ? [referredBy(field, document) ?? field] : [];
  });
  if (fields.length === 0) return named;
  const all = fields.map((field) => ("const" in field ? [field["const"]] : field["enum"]));
  const [first] = all.filter((each) => Array.isArray(each));
  const isOne = Array.isArray(first) && first.length === 1 && typeof first[0] === "string";
  const [value] = isOne ? (first as unknown[]) : [];
  return named === undefined || named === value ? value : undefined;
}

/** TypeSpec has no empty object as a value of an extension. */
export const emptyExtension: Rule = (schema) => {
  const empty = Object.keys(schema).filter(
    (key) => key.startsWith("x-") && hasEmptyObject(schema[key]),
  );
  for (const key of empty) Reflect.deleteProperty(schema, key);
  return empty.length > 0 ? `${empty.join(", ")} with an empty object` : undefined;
};

function hasEmptyObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptyObject);
  if (!isObject(value)) return false;
  return Object.keys(value).length === 0 || Object.values(value).some(hasEmptyObject);
}

/** An answer that is one of several schemas is no model that a status could be added to. */
export function mendAnswers(document: Node): Mend[] {
  const { paths } = document;
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) => {
      const responses = isObject(operation) ? operation["responses"] : undefined;
      return Object.entries(isObject(responses) ? responses : {}).flatMap(([status, response]) => {
        const content = isObject(response) ? response["content"] : undefined;
        const bodies = Object.values(isObject(content) ? content : {}).filter(isObject);
        const pointer = ["paths", path, method, "responses", status].map(pointerStep).join("/");
        return bodies
          .filter((body) => mendAnswer(body, document))
          .map(() => ({
            pointer: `#/${pointer}`,
            what: "answer that is one of several schemas: referred to by allOf",
          }));
      });
    }),
  );
}

function mendAnswer(body: Node, document: Node): boolean {
  const { schema } = body;
  if (!isObject(schema) || typeof schema["$ref"] !== "string") return false;
  const referred = referredBy(schema, document) ?? {};
  if (!("oneOf" in referred || "anyOf" in referred)) return false;
  body["schema"] = { allOf: [schema] };
  return true;
}

/** A schema with those that it refers to, itself or by `allOf`, each of them once. */
export function composedOf(schema: Node, document: Node): Node[] {
  const all = new Set<Node>([schema]);
  // What is added while it is gone through is gone through as well.
  for (const { $ref, allOf } of all) {
    const referred = typeof $ref === "string" ? valueAt(document, $ref.slice(1)) : undefined;
    for (const each of [referred, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])])
      if (isObject(each)) all.add(each);
  }
  return [...all];
}

/** Whether a schema, with all that it is made of, is an object. */
export function isModel(schema: Node, document: Node): boolean {
  const parts = composedOf(schema, document);
  const isOther = ({ type, oneOf, anyOf, enum: values }: Node) =>
    (type !== undefined && type !== "object") || (oneOf ?? anyOf ?? values) !== undefined;
  return (
    !parts.some(isOther) &&
    parts.some((each) => ["properties", "additionalProperties", "type"].some((key) => key in each))
  );
}

/** What a schema refers to, alone or in a list of one. */
export function referredBy({ $ref, allOf }: Node, document: Node): Node | undefined {
  const [first, second] = Array.isArray(allOf) ? (allOf as unknown[]) : [];
  const reference = $ref ?? (second === undefined && isObject(first) ? first["$ref"] : undefined);
  const found = typeof reference === "string" ? valueAt(document, reference.slice(1)) : undefined;
  return isObject(found) ? found : undefined;
}
