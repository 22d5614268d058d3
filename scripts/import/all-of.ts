/** Rules about `allOf`. In TypeSpec, a model is composed of models, and has each property once. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "@contract-toolkit/kernel";
import { isNamed } from "./components.ts";
import { itemsOf, nodeOf, nodesIn, takeOut, type Node } from "../documents/nodes.ts";
import type { Rule } from "./fix.ts";
import { withoutTexts } from "./visit-document.ts";
import { composedOf, isModel, referredBy, resolved } from "./references.ts";

/** Parts that are not models are joined into one schema. */
export const joinedParts: Rule = (schema) => {
  const parts = itemsOf(schema["allOf"]);
  if ("properties" in schema) return undefined;
  const isPlain = (part: unknown): part is Node =>
    isObject(part) && !modelKeys.some((key) => key in part) && part["type"] !== "object";
  if (!parts.every(isPlain) || !parts.some((part) => "type" in part)) return undefined;
  takeOut(schema, "allOf");
  Object.assign(schema, ...parts, { ...schema });
  return "allOf of schemas that are not models: joined into one schema";
};

const modelKeys = ["$ref", "properties", "allOf", "oneOf", "anyOf", "additionalProperties"];

/** References to schemas that are not models are replaced by copies, because only models can be spread. */
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
  if (left.length === 0) takeOut(schema, "allOf");
  return "allOf of a schema that is not a model: copied here";
};

/** `allOf` of a model and a union becomes a union of models. */
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
  const variants = itemsOf(union[key]).map((variant) =>
    others.length === 0 ? variant : { allOf: [variant, ...structuredClone(others)] },
  );
  takeOut(schema, ...Object.keys(schema));
  Object.assign(schema, { ...(description !== undefined && { description }), [key]: variants });
  return `allOf with a union: now ${key}, each variant joined with the rest`;
};

/** A property that several parts declare stays only in the most specific one, or else in the first. */
export const inheritedProperty: Rule = (schema, document) => {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return undefined;
  const references = partsOf(schema).filter(({ $ref }) => $ref !== undefined);
  const wholes = new Map(references.map((part) => [part, wholeOf(part, document)]));
  const all = [...wholes.values()];
  const required = new Set(all.flatMap((each) => each.required));
  const own = [...partsOf(schema).filter((part) => !wholes.has(part)), schema];
  const changes = new Set<string>();
  const homes = new Map<string, Node>();
  for (const part of own)
    for (const [name, property] of Object.entries(nodeOf(part["properties"]))) {
      const other = all.find(({ properties }) => isObject(properties[name]))?.properties[name];
      if (homes.has(name) || !isObject(property) || !isObject(other)) continue;
      const referred = resolved(other, document);
      if (!saysMore(property, other) || !saysMore(property, referred)) continue;
      homes.set(name, nodeOf(part["properties"]));
      if (!("$ref" in property)) nodeOf(part["properties"])[name] = { ...referred, ...property };
      if (required.has(name))
        part["required"] = [...new Set([...[part["required"] ?? []].flat(), name])];
      changes.add(
        `${name}: narrower than in another schema of allOf; the rest of that schema is copied here`,
      );
    }
  const narrowed = new Set(homes.keys());
  const leaveKnown = (properties: Node): boolean => {
    const names = Object.keys(properties).filter((name) => {
      if (!homes.has(name)) homes.set(name, properties);
      return homes.get(name) !== properties;
    });
    takeOut(properties, ...names);
    for (const name of names)
      if (!narrowed.has(name)) changes.add(`${name}: in several schemas of allOf; kept in one`);
    return names.length > 0;
  };
  for (const [index, part] of itemsOf(allOf).entries()) {
    const whole = isObject(part) ? wholes.get(part) : undefined;
    // The other properties are copied in place of the reference.
    if (whole && leaveKnown(whole.properties)) allOf[index] = { type: "object", ...whole };
  }
  for (const part of own) leaveKnown(nodeOf(part["properties"]));
  return [...changes];
};

function saysMore({ default: _, ...property }: Node, other: Node): boolean {
  return Object.entries(withoutTexts(property)).some(
    ([key, value]) => !isDeepStrictEqual(value, other[key]),
  );
}

/** Moves required names that stand beside `allOf` to where the converter looks for them. */
export const requiredOfParts: Rule = (schema) => {
  const required = itemsOf(schema["required"]);
  for (const part of partsOf(schema)) {
    const more = required.filter((name) => String(name) in nodeOf(part["properties"]));
    if (more.length > 0) part["required"] = [...new Set([...itemsOf(part["required"]), ...more])];
  }
  return undefined;
};

function wholeOf(schema: Node, document: Node) {
  const properties: Node = {};
  const required = new Set<unknown>();
  for (const each of composedOf(schema, document)) {
    Object.assign(properties, structuredClone(each["properties"]));
    for (const name of itemsOf(each["required"])) required.add(name);
  }
  return { properties, required: [...required] };
}

function partsOf({ allOf }: Node): Node[] {
  return nodesIn(allOf);
}

function isUnion(schema: Node): boolean {
  return "oneOf" in schema || "anyOf" in schema;
}
