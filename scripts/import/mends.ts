import type { Mend, Node, Rule } from "./mend.ts";
import { isObject, pointerStep, valueAt } from "@contract-toolkit/kernel";
import { weaknessOf } from "../redos/linear.ts";
import { contentTypes } from "./body-types.ts";
import { emptyName, mendNames, operationId } from "./names.ts";
import { deepObjects, ignoredHeaders, mendPaths, objectParameters } from "./parameters.ts";
import {
  defaultOfItems,
  defaultOfReference,
  mendAnswers,
  discriminatorWithoutValue,
  emptyExtension,
  joinedParts,
  mendNullable,
} from "./references.ts";
import { mendStrings, openCode } from "./texts.ts";

/** A text of a list has no length and no format that the list does not say. */
const lengthOfEnum: Rule = (schema) => {
  const superfluous = ["minLength", "maxLength", "pattern", "format"].filter(
    (each) => each in schema,
  );
  if (!Array.isArray(schema["enum"]) || superfluous.length === 0) return undefined;
  for (const each of superfluous) Reflect.deleteProperty(schema, each);
  return `${superfluous.join(", ")} beside enum: superfluous with listed values`;
};

/** A time is no text in TypeSpec. */
const lengthOfTime: Rule = (schema) => {
  const limits = ["minLength", "maxLength", "pattern"].filter((each) => each in schema);
  const isTime = ["date-time", "date", "time", "duration"].includes(String(schema["format"]));
  if (!isTime || limits.length === 0) return undefined;
  for (const each of limits) Reflect.deleteProperty(schema, each);
  return `${limits.join(", ")} of a time`;
};

/** Patterns are those of JavaScript, with the flag `u` (JSON Schema, section 6.3.3). */
const invalidPattern: Rule = (schema) => {
  const { pattern } = schema;
  if (typeof pattern !== "string" || isExpression(pattern)) return undefined;
  Reflect.deleteProperty(schema, "pattern");
  return `pattern ${pattern}: not a regular expression of ECMAScript`;
};

/** A server would run it on whatever comes. */
const weakPattern: Rule = (schema) => {
  const { pattern } = schema;
  const weakness =
    typeof pattern === "string" && isExpression(pattern) ? weaknessOf(pattern, "u") : undefined;
  if (!weakness) return undefined;
  Reflect.deleteProperty(schema, "pattern");
  return `pattern ${String(pattern)}: it may take more than linear time (${weakness.growth}), and is not checked`;
};

/** TypeSpec tells models that extend another apart by a required text whose value each of them has. */
const discriminatorOfBase: Rule = (schema) => {
  if (!isObject(schema["discriminator"]) || "oneOf" in schema || "anyOf" in schema)
    return undefined;
  Reflect.deleteProperty(schema, "discriminator");
  return "discriminator of a model that others extend: not all of them have a value for it";
};

/** A union with a discriminator has to have a name. */
const namelessUnion: Rule = (schema, document, name) => {
  const { discriminator, oneOf, anyOf } = schema;
  if (!isObject(discriminator) || !(oneOf ?? anyOf)) return undefined;
  const components = document["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  if (!isObject(schemas) || Object.values(schemas).includes(schema)) return undefined;
  const free = freeName(name, schemas);
  schemas[free] = { ...schema };
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  schema["$ref"] = `#/components/schemas/${free}`;
  return `union with a discriminator: it is now the schema ${free}`;
};

/** A pattern is of a text. */
const patternOfOther: Rule = (schema) => {
  const types = [schema["type"]].flat();
  if (!("pattern" in schema) || types.includes("string") || types[0] === undefined)
    return undefined;
  Reflect.deleteProperty(schema, "pattern");
  return "pattern of a value that is not text";
};

/** What is one of one is that. */
const unionOfOne: Rule = (schema) => {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf) || oneOf.length !== 1 || !isObject(oneOf[0])) return undefined;
  Reflect.deleteProperty(schema, "oneOf");
  Reflect.deleteProperty(schema, "discriminator");
  Object.assign(schema, oneOf[0]);
  return "oneOf with one schema";
};

/** A model has a property once. */
const inheritedProperty: Rule = (schema, document) => {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return undefined;
  const parts = [...(allOf as unknown[]), schema].filter(isObject);
  const inherited = parts
    .filter(({ $ref }) => $ref !== undefined)
    .flatMap((each) => propertiesOf(each, document));
  const known = new Set(inherited);
  const twice = parts.flatMap(({ properties }) => {
    const own = isObject(properties) ? properties : {};
    const names = Object.keys(own).filter((name) => known.has(name));
    for (const name of names) Reflect.deleteProperty(own, name);
    for (const name of Object.keys(own)) known.add(name);
    return names;
  });
  return twice.length > 0 ? `${twice.join(", ")}: as in another schema of allOf` : undefined;
};

/** The names of the properties of a schema and of those that it is made of, each of which is asked once. */
function propertiesOf(schema: Node, document: Node): string[] {
  const all = new Set<Node>([schema]);
  // What is added while it is gone through is gone through as well.
  for (const { $ref, allOf } of all) {
    const referred = typeof $ref === "string" ? valueAt(document, $ref.slice(1)) : undefined;
    for (const each of [referred, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])])
      if (isObject(each)) all.add(each);
  }
  return [...all].flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties) : [],
  );
}

const rules: readonly Rule[] = [
  openCode,
  emptyName,
  operationId,
  ignoredHeaders,
  contentTypes,
  deepObjects,
  objectParameters,
  defaultOfReference,
  defaultOfItems,
  joinedParts,
  emptyExtension,
  discriminatorWithoutValue,
  lengthOfTime,
  lengthOfEnum,
  patternOfOther,
  invalidPattern,
  weakPattern,
  unionOfOne,
  discriminatorOfBase,
  inheritedProperty,
  namelessUnion,
];

/**
 * Changes a document so that what `tsp-openapi3` makes of it compiles.
 *
 * @param document is changed
 * @returns what was changed, and where
 */
export function mend(document: Node): Mend[] {
  const mends: Mend[] = [
    ...mendServers(document),
    ...mendStrings(document),
    ...mendPaths(document),
    ...mendNames(document),
    ...mendAnswers(document),
    ...mendNullable(document),
  ];
  const visit = (value: unknown, pointer: string, name: string): void => {
    if (Array.isArray(value)) {
      value.forEach((each, index) => {
        visit(each, `${pointer}/${index}`, name);
      });
    } else if (isObject(value)) {
      if (isData(pointer)) return;
      for (const rule of rules) {
        const what = rule(value, document, name);
        if (what !== undefined) mends.push({ pointer, what });
      }
      for (const [key, each] of Object.entries(value))
        visit(each, `${pointer}/${pointerStep(key)}`, nameBelow(name, key));
    }
  };
  visit(document, "#", "");
  return mends;
}

/** A server's URL may only have variables that it describes. */
function mendServers(document: Node): Mend[] {
  const { servers } = document;
  if (!Array.isArray(servers)) return [];
  const isDescribed = (server: unknown) => {
    const { url, variables } = isObject(server) ? server : {};
    const named = [...String(url).matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
    return named.every((name) => isObject(variables) && name in variables);
  };
  const left = servers.filter(isDescribed);
  if (left.length === servers.length) return [];
  document["servers"] = left;
  return [{ pointer: "#/servers", what: "servers whose URL has variables without a description" }];
}

/** Examples and defaults are values, whatever their fields are called. */
function isData(pointer: string): boolean {
  return /\/(example|examples|default|enum|const)(\/|$)/.test(pointer);
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** A schema without a name is called by the names that lead to it. */
function nameBelow(name: string, key: string): string {
  const isStructure = [
    "components",
    "schemas",
    "properties",
    "items",
    "paths",
    "content",
    "schema",
  ];
  if (isStructure.includes(key) || !/^[A-Za-z]/.test(key)) return name;
  return name + key.charAt(0).toUpperCase() + key.slice(1).replaceAll(/[^A-Za-z0-9]/g, "");
}

function freeName(name: string, taken: Node): string {
  if (!(name in taken)) return name;
  for (let count = 2; ; count += 1) if (!(`${name}${count}` in taken)) return `${name}${count}`;
}
