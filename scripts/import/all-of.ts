/** Rules about `allOf`: TypeSpec makes a model of models, and each of its properties is there once. */
import { isObject } from "@contract-toolkit/kernel";
import { isNamed } from "./components.ts";
import type { Node, Rule } from "./mend.ts";
import { composedOf, isModel, referredBy } from "./references.ts";

/** Parts that are no models make up one schema. */
export const joinedParts: Rule = (schema) => {
  const { allOf } = schema;
  if (!Array.isArray(allOf) || "properties" in schema) return undefined;
  const parts = allOf as unknown[];
  const isPlain = (part: unknown): part is Node =>
    isObject(part) && !modelKeys.some((key) => key in part) && part["type"] !== "object";
  if (!parts.every(isPlain) || !parts.some((part) => "type" in part)) return undefined;
  Reflect.deleteProperty(schema, "allOf");
  Object.assign(schema, ...parts, { ...schema });
  return "allOf of schemas that are not models: joined";
};

const modelKeys = ["$ref", "properties", "allOf", "oneOf", "anyOf", "additionalProperties"];

/** What a named schema refers to is written in place of the reference where it is no model: a model is all that can be spread. */
export const otherParts: Rule = (schema, document, keys) => {
  const parts = partsOf(schema);
  if (parts.length === 0 || !isNamed(keys)) return undefined;
  const left = parts.flatMap((part) => {
    const referred = part["$ref"] === undefined ? undefined : referredBy(part, document);
    if (!referred || isModel(referred, document) || isUnion(referred)) return [part];
    return Object.keys(referred).length === 0 ? [] : [structuredClone(referred)];
  });
  if (left.length === parts.length && left.every((part, index) => part === parts[index]))
    return undefined;
  schema["allOf"] = left;
  if (left.length === 0) Reflect.deleteProperty(schema, "allOf");
  return "allOf of a schema that is not a model: written here";
};

/** A model and one of several are one of several models. */
export const unionPart: Rule = (schema, document, keys) => {
  const parts = partsOf(schema);
  if (parts.length === 0 || !isNamed(keys)) return undefined;
  const found = parts.find((part) => isUnion(referredBy(part, document) ?? {}));
  const union = found && referredBy(found, document);
  if (!union) return undefined;
  const { description, allOf: _, ...own } = schema;
  const others = [...parts.filter((part) => part !== found), own].filter(
    (part) => Object.keys(part).length > 0,
  );
  const key = "oneOf" in union ? "oneOf" : "anyOf";
  const variants = (union[key] as unknown[]).map((variant) =>
    others.length === 0 ? variant : { allOf: [variant, ...structuredClone(others)] },
  );
  for (const each of Object.keys(schema)) Reflect.deleteProperty(schema, each);
  Object.assign(schema, { ...(description !== undefined && { description }), [key]: variants });
  return `allOf of a union: it is now ${key} of what each variant is with the rest`;
};

/** A model has a property once: the first reference that has it keeps it. */
export const inheritedProperty: Rule = (schema, document) => {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return undefined;
  const known = new Set<string>();
  const twice = new Set<string>();
  const leaveKnown = (properties: unknown): boolean => {
    const own = isObject(properties) ? properties : {};
    const names = Object.keys(own).filter((name) => known.has(name));
    for (const name of names) {
      Reflect.deleteProperty(own, name);
      twice.add(name);
    }
    for (const name of Object.keys(own)) known.add(name);
    return names.length > 0;
  };
  const own = [...(allOf as unknown[]), schema].filter(isObject);
  for (const [index, part] of (allOf as unknown[]).entries()) {
    if (!isObject(part) || part["$ref"] === undefined) continue;
    const whole = wholeOf(part, document);
    // The rest of it is written in its place.
    if (leaveKnown(whole.properties)) allOf[index] = { type: "object", ...whole };
  }
  for (const { properties } of own) leaveKnown(properties);
  return twice.size > 0 ? `${[...twice].join(", ")}: as in another schema of allOf` : undefined;
};

/** The names that are required beside allOf, where the converter looks for them. */
export const requiredOfParts: Rule = ({ allOf, required }) => {
  if (!Array.isArray(allOf) || !Array.isArray(required)) return undefined;
  for (const part of (allOf as unknown[]).filter(isObject)) {
    const { properties, required: own } = part;
    const names = Object.keys(isObject(properties) ? properties : {});
    const more = (required as unknown[]).filter((name) => names.includes(String(name)));
    if (more.length > 0)
      part["required"] = [...new Set([...(Array.isArray(own) ? (own as unknown[]) : []), ...more])];
  }
  return undefined;
};

/** The properties of a schema and of those that it is made of, each of which is asked once. */
function wholeOf(schema: Node, document: Node) {
  const properties: Node = {};
  const required = new Set<unknown>();
  for (const each of composedOf(schema, document)) {
    Object.assign(properties, structuredClone(each["properties"]));
    if (Array.isArray(each["required"])) for (const name of each["required"]) required.add(name);
  }
  return { properties, required: [...required] };
}

function partsOf({ allOf }: Node): Node[] {
  return Array.isArray(allOf) ? (allOf as unknown[]).filter(isObject) : [];
}

function isUnion(schema: Node): boolean {
  return "oneOf" in schema || "anyOf" in schema;
}
