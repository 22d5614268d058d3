import type { Mend, Node, Rule } from "./mend.ts";
import { isObject } from "@contract-toolkit/kernel";
import { weaknessOf } from "../redos/linear.ts";
import { contentTypes } from "./body-types.ts";
import {
  inheritedProperty,
  joinedParts,
  otherParts,
  requiredOfParts,
  unionPart,
} from "./all-of.ts";
import {
  isNamed,
  mendComponents,
  namedReference,
  namedValue,
  nullableModel,
} from "./components.ts";
import { deepReferences } from "./deep-references.ts";
import { emptyName, mendNames, nameAt, named, operationId } from "./names.ts";
import { visitParts } from "./parts.ts";
import { deepObjects, ignoredHeaders, mendPaths, objectParameters } from "./parameters.ts";
import {
  defaultOfItems,
  defaultOfReference,
  mendAnswers,
  discriminatorWithoutValue,
  emptyExtension,
  mendNullable,
} from "./references.ts";
import { escapedTexts, openCode, textOfOneLine } from "./texts.ts";

/** A text of a list has no length and no format that the list does not say. */
const lengthOfEnum: Rule = (schema) => {
  const superfluous = ["minLength", "maxLength", "pattern", "format"].filter(
    (each) => each in schema,
  );
  if (!Array.isArray(schema["enum"]) || superfluous.length === 0) return undefined;
  for (const each of superfluous) Reflect.deleteProperty(schema, each);
  return `${superfluous.join(", ")} beside enum: superfluous with listed values`;
};

/** A time and bytes are no texts in TypeSpec. */
const lengthOfTime: Rule = (schema) => {
  const limits = ["minLength", "maxLength", "pattern"].filter((each) => each in schema);
  const isTime = ["date-time", "date", "time", "duration", "byte", "binary"].includes(
    String(schema["format"]),
  );
  if (!isTime || limits.length === 0) return undefined;
  for (const each of limits) Reflect.deleteProperty(schema, each);
  return `${limits.join(", ")} of a time or of bytes`;
};

/** Patterns are those of JavaScript, with the flag `u` (JSON Schema, section 6.3.3). */
const invalidPattern: Rule = (schema) => {
  const { pattern } = schema;
  if (typeof pattern !== "string" || isExpression(pattern)) return undefined;
  Reflect.deleteProperty(schema, "pattern");
  return `pattern ${pattern}: not a regular expression of ECMAScript`;
};

/** A default is a value of its schema. */
const defaultOfOtherType: Rule = (schema) => {
  const { type, default: value } = schema;
  const isOther =
    (["integer", "number"].includes(String(type)) && typeof value !== "number") ||
    (type === "boolean" && typeof value !== "boolean") ||
    (type === "string" && typeof value !== "string");
  if (value === undefined || value === null || !isOther) return undefined;
  Reflect.deleteProperty(schema, "default");
  return `default ${JSON.stringify(value)} of type ${String(type)}`;
};

/** Null is said once: as a type, or by nullable. */
const nullOfEnum: Rule = (schema) => {
  const { enum: values, nullable, type } = schema;
  const isNullable = nullable === true || (Array.isArray(type) && type.includes("null"));
  if (!isNullable || !Array.isArray(values) || values.length < 2) return undefined;
  schema["enum"] = (values as unknown[]).filter((each) => each !== null);
  return undefined;
};

/** TypeSpec has no word for fields of which some are needed, and the converter would leave out the object. */
const variantsOfRequired: Rule = (schema) => {
  const found = ["oneOf", "anyOf"].filter((key) => {
    const variants = schema[key];
    const isRequired = (each: unknown) =>
      isObject(each) && Object.keys(each).every((name) => ["required", "not"].includes(name));
    return Array.isArray(variants) && variants.every(isRequired);
  });
  if (!("properties" in schema) || found.length === 0) return undefined;
  for (const key of found) Reflect.deleteProperty(schema, key);
  return `${found.join(", ")}: which fields have to come together is not checked`;
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
const namelessUnion: Rule = (schema, document, keys) => {
  const { discriminator, oneOf, anyOf } = schema;
  if (!isObject(discriminator) || !(oneOf ?? anyOf)) return undefined;
  const components = document["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  if (!isObject(schemas) || Object.values(schemas).includes(schema)) return undefined;
  const reference = named(schema, nameAt(keys), document);
  return `union with a discriminator: it is now ${reference}`;
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

/** Only a named union has members that are values. */
const unionOfValues: Rule = (schema, _, keys) => {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf) || isNamed(keys)) return undefined;
  const values = (oneOf as unknown[]).filter(isObject).flatMap((each) => each["const"] ?? []);
  if (values.length === 0 || values.length < oneOf.length) return undefined;
  Reflect.deleteProperty(schema, "oneOf");
  schema["enum"] = values;
  return "oneOf of values: now an enum, without what is told of each";
};

/** JSON Schema has no list of nothing (section 6.1.2 and core, section 10.2.1), and a converted one is no type. */
const emptyList: Rule = (schema) => {
  const empty = ["enum", "oneOf", "anyOf", "allOf"].filter((key) => {
    const list = schema[key];
    return Array.isArray(list) && list.length === 0;
  });
  for (const key of empty) Reflect.deleteProperty(schema, key);
  return empty.length > 0 ? `${empty.join(", ")} without a schema or value` : undefined;
};

const rules: readonly Rule[] = [
  openCode,
  textOfOneLine,
  escapedTexts,
  emptyList,
  emptyName,
  operationId,
  ignoredHeaders,
  contentTypes,
  deepObjects,
  objectParameters,
  nullOfEnum,
  defaultOfOtherType,
  variantsOfRequired,
  defaultOfReference,
  defaultOfItems,
  otherParts,
  joinedParts,
  emptyExtension,
  discriminatorWithoutValue,
  lengthOfTime,
  lengthOfEnum,
  patternOfOther,
  invalidPattern,
  weakPattern,
  unionOfValues,
  unionOfOne,
  namedReference,
  namedValue,
  nullableModel,
  requiredOfParts,
  discriminatorOfBase,
  unionPart,
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
    ...deepReferences(document),
    ...mendServers(document),
    ...mendPaths(document),
    ...mendNames(document),
    ...mendAnswers(document),
    ...mendNullable(document),
    ...mendComponents(document),
  ];
  visitParts(document, (part, pointer, keys) => {
    for (const rule of rules) {
      const what = rule(part, document, keys);
      if (what !== undefined) mends.push({ pointer, what });
    }
  });
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

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
