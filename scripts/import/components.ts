/** Rules about named schemas, which become scalars, enums and unions: these have no default in TypeSpec. */
import { isObject, pointerStep } from "@contract-toolkit/kernel";
import { nodeOf, nodesIn, nodesOf, takeOut, type Node } from "../documents/nodes.ts";
import type { Fix, Rule } from "./fix.ts";
import { freeName } from "./names.ts";
import { everyObject, schemasOf } from "./visit-document.ts";
import { isModel, referredBy } from "./references.ts";

/** Changes named schemas and the references to them. */
export function fixComponents(document: Node): Fix[] {
  return fixEach(document, (schema, pointer) => [
    defaultsOfMembers(schema),
    onlyBoolean(schema, pointer, document),
    movedDefault(schema, pointer, document),
  ]);
}

function fixEach(
  document: Node,
  change: (schema: Node, pointer: string) => readonly (string | undefined)[],
): Fix[] {
  return nodesOf(schemasOf(document)).flatMap(([name, schema]) => {
    const pointer = `#/components/schemas/${pointerStep(name)}`;
    return change(schema, pointer).flatMap((what) => (what === undefined ? [] : { pointer, what }));
  });
}

/** A schema that can be null is not a model that another one could extend. */
export function fixNullable(document: Node): Fix[] {
  const extended = new Set<unknown>();
  everyObject(document, ({ allOf }) => {
    const parts = nodesIn(allOf);
    if (parts.length > 1) for (const { $ref } of parts) extended.add($ref);
  });
  return fixEach(document, (schema, pointer) => {
    const isWhole = extended.has(pointer) || Array.isArray(schema["allOf"]);
    const isNull = schema["nullable"] === true && isWhole;
    const ofProperties = ["readOnly", "writeOnly"].filter((key) => key in schema);
    takeOut(schema, ...ofProperties, ...(isNull ? ["nullable"] : []));
    return [
      isNull ? "nullable of a model that others extend, or that extends one: removed" : undefined,
      ...ofProperties.map((each) => `${each} of a schema that is not a property: removed`),
    ];
  });
}

/** A named value becomes an enum with one value. */
export const namedValue: Rule = (schema, _, keys) => {
  if (!("const" in schema) || !isNamed(keys)) return undefined;
  schema["enum"] = [schema["const"]];
  takeOut(schema, "const");
  return undefined;
};

/** Whether keys are the path of a named schema. */
export function isNamed(keys: readonly string[]): boolean {
  return keys.length === 3 && keys[0] === "components" && keys[1] === "schemas";
}

function defaultsOfMembers({ oneOf, anyOf }: Node): string | undefined {
  const members = [...nodesIn(oneOf), ...nodesIn(anyOf)].filter((each) => "default" in each);
  for (const each of members) takeOut(each, "default");
  return members.length > 0 ? "default of a member of a union: removed" : undefined;
}

function onlyBoolean(schema: Node, pointer: string, document: Node): string | undefined {
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || !values.every((each) => typeof each === "boolean"))
    return undefined;
  takeOut(schema, "const");
  if (new Set(values).size !== 1) {
    takeOut(schema, "enum");
    return undefined;
  }
  everyObject(document, (node) => {
    if (node["$ref"] !== pointer) return;
    takeOut(node, "$ref");
    Object.assign(node, { type: "boolean", enum: values });
  });
  takeOut(schema, ...Object.keys(schema));
  schema["type"] = "boolean";
  return `schema that allows only ${String(values[0])}: copied to where it is used`;
}

/** Moves a default to the properties and parameters that refer to the schema. */
function movedDefault(schema: Node, pointer: string, document: Node): string | undefined {
  if (!("default" in schema) || "properties" in schema) return undefined;
  const { default: value } = schema;
  takeOut(schema, "default");
  everyObject(document, ({ properties, schema: ofParameter }) => {
    const users = [...Object.values(nodeOf(properties)), ofParameter];
    for (const each of users) {
      if (!isObject(each) || each["$ref"] !== pointer || "default" in each) continue;
      takeOut(each, "$ref");
      Object.assign(each, { allOf: [{ $ref: pointer }], default: value });
    }
  });
  return "default of a named schema: moved to each property and parameter that uses it";
}

/** A named reference to a schema that is not a model becomes a copy of it. */
export const namedReference: Rule = (schema, document, keys) => {
  const referred = isNamed(keys) && "$ref" in schema ? referredBy(schema, document) : undefined;
  if (!referred || isModel(referred, document)) return undefined;
  const own = Object.entries(schema).filter(([key]) => key !== "$ref");
  takeOut(schema, "$ref");
  Object.assign(schema, structuredClone(referred), Object.fromEntries(own));
  return undefined;
};

/** A model cannot be null, but a union of the model and null can. */
export const nullableModel: Rule = (schema, document, keys) => {
  const { nullable, description, ...model } = schema;
  if (!isNamed(keys) || nullable !== true || !isModel(schema, document)) return undefined;
  const schemas = schemasOf(document);
  const name = freeName(`${keys.at(-1) ?? ""}Object`, Object.keys(schemas));
  schemas[name] = { ...model, ...(description !== undefined && { description }) };
  takeOut(schema, ...Object.keys(model));
  schema["anyOf"] = [{ $ref: `#/components/schemas/${name}` }];
  return `a model that can be null: now a union of null and the new schema ${name}`;
};
