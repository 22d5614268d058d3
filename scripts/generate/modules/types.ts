import ts from "typescript";
import {
  constraintTexts,
  isSchema,
  mapDocumentParts,
  type OpenApiDocument,
  referredName,
  type Schema,
} from "@contract-toolkit/contract";
import { banner } from "./banner.ts";
import { denseCode } from "./compact-output.ts";
import { memoized } from "../memoize.ts";
import { writeTypes } from "./openapi-typescript.ts";

/** TypeScript types of an OpenAPI document, as values are on the wire. Comments contain the constraints. */
export function wireTypes(document: OpenApiDocument): Promise<string> {
  const { schemas = {} } = document.components ?? {};
  const recursive = Object.keys(schemas).filter((name) => isMadeOfItself(name, schemas));
  const extended = withoutEmptyBases(document, schemas);
  const schema = (written: Schema) => adapted(withFieldTexts(written, schemas));
  const parameter = (written: Readonly<Record<string, unknown>>) => {
    const { schema: type, description } = written;
    if (!isSchema(type)) return written;
    const own = typeof description === "string" ? description : undefined;
    const text = textOfComponent(type, own, schemas) ?? textWithLimits(own, type);
    return text === "" ? written : { ...written, description: text };
  };
  return typesOf(JSON.stringify(mapDocumentParts(extended, { schema, parameter }))).then((code) =>
    withLists(code, recursive),
  );
}

/** Removes empty base models, which openapi-typescript writes as objects that nothing could extend. */
function withoutEmptyBases(
  document: OpenApiDocument,
  schemas: Record<string, Schema>,
): OpenApiDocument {
  const isEmpty = (part: Schema) => {
    const { type, properties = {}, ...rest } = schemas[referredName(part) ?? ""] ?? part;
    const others = ["additionalProperties", "allOf", "anyOf", "oneOf"];
    return (
      type === "object" &&
      Object.keys(properties).length === 0 &&
      others.every((keyword) => rest[keyword] === undefined)
    );
  };
  const withoutEmpty = (schema: Schema): Schema => {
    const { allOf, ...own } = schema;
    const parts = allOf?.filter((part) => !isEmpty(part)) ?? [];
    return parts.length > 0 ? { ...own, allOf: parts } : own;
  };
  const changed = Object.entries(schemas).map(([name, schema]) => [name, withoutEmpty(schema)]);
  const components = {
    ...document.components,
    schemas: Object.fromEntries(changed) as Record<string, Schema>,
  };
  return { ...document, components };
}

/** Whether a component contains itself through variants and items only, without an object between. */
function isMadeOfItself(component: string, schemas: Record<string, Schema>): boolean {
  const found = new Set<Schema>();
  const next = [schemas[component] ?? {}];
  for (const schema of next) {
    if (found.has(schema)) continue;
    found.add(schema);
    const name = referredName(schema);
    if (name === component) return true;
    const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    next.push(...[...inside, schema.items, schemas[name ?? ""]].filter(isSchema));
  }
  return false;
}

/** Arrays of the type that contains them become interfaces, because TypeScript refuses the alias (TS2502). */
function withLists(code: string, recursive: readonly string[]): string {
  if (recursive.length === 0) return code;
  const file = ts.createSourceFile("types.ts", code, ts.ScriptTarget.Latest);
  const lists: ts.ArrayTypeNode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isArrayTypeNode(node)) lists.push(node);
    // Object types are resolved lazily, too.
    else if (!ts.isTypeLiteralNode(node)) ts.forEachChild(node, visit);
  };
  for (const { name, type } of componentTypes(file))
    if (type && "text" in name && recursive.includes(name.text)) visit(type);
  const interfaces = lists.map(
    ({ elementType }, index) =>
      `interface List${index + 1} extends Array<${elementType.getText(file)}> {}\n`,
  );
  const text = lists.reduceRight(
    (all, list, index) =>
      `${all.slice(0, list.getStart(file))}List${index + 1}${all.slice(list.end)}`,
    code,
  );
  return text + interfaces.join("");
}

/** The members of `interface components { schemas: { … } }`. */
function componentTypes(file: ts.SourceFile): readonly ts.PropertySignature[] {
  const components = file.statements
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === "components");
  const schemas = interfaceProperties(components).find(
    ({ name }) => name.getText(file) === "schemas",
  );
  return interfaceProperties(schemas?.type);
}

function interfaceProperties(node: ts.Node | undefined): readonly ts.PropertySignature[] {
  return node && (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))
    ? node.members.filter(ts.isPropertySignature)
    : [];
}

const typesOf = memoized(
  (document: string) => document,
  async (document) => banner("ts") + denseCode(await writeTypes(document)),
);

/**
 * Changes a schema for openapi-typescript. It writes descriptions only, so constraints are appended to them. A reference in
 * `allOf` loses its discriminator, so references with annotations stand in `anyOf`.
 */
function adapted(written: Schema): Schema {
  const schema = withOtherFields(written);
  const { allOf, ...own } = schema;
  const changed = allOf && isAnnotatedReference(schema) ? { ...own, anyOf: allOf } : schema;
  const description = textWithLimits(schema.description, schema);
  return description === "" ? changed : { ...changed, description };
}

/** Documents the fields that are components: editors show the text of a field, not that of its type. */
function withFieldTexts(schema: Schema, schemas: Record<string, Schema>): Schema {
  const { properties } = schema;
  if (!isSchema(properties)) return schema;
  const documented = Object.entries(properties).map(([name, field]) => {
    const description = isSchema(field) && textOfComponent(field, field.description, schemas);
    if (!description) return [name, field];
    const { $ref, ...others } = field;
    return [name, { ...others, ...($ref !== undefined && { anyOf: [{ $ref }] }), description }];
  });
  return { ...schema, properties: Object.fromEntries(documented) as Record<string, Schema> };
}

/** The description of a field or parameter whose type is a component, with the limits of a scalar. */
function textOfComponent(
  schema: Schema,
  description: string | undefined,
  schemas: Record<string, Schema>,
): string | undefined {
  const [reference = schema] = isAnnotatedReference(schema) ? (schema.allOf ?? []) : [];
  const component = schemas[referredName(reference) ?? ""];
  return component && textWithLimits(description ?? component.description, component);
}

function textWithLimits(description: string | undefined, schema: Schema): string {
  const limits = typeof schema.type === "string" ? constraintTexts(schema).map(sentence) : [];
  return [description, ...limits].filter(Boolean).join(" ");
}

/**
 * Lets the other fields of an object be of any type if a documented field is of another. In TypeScript, the type of all other
 * fields applies to the documented ones too, so no value would have both types.
 */
function withOtherFields(schema: Schema): Schema {
  const { additionalProperties: others } = schema;
  if (!isSchema(others)) return schema;
  const isApart = Object.values(schema.properties ?? {}).some(
    (field) => isSchema(field) && typeText(field) !== typeText(others),
  );
  return isApart ? { ...schema, additionalProperties: {} } : schema;
}

/** A text that is equal for schemas that openapi-typescript gives one type, or a narrower one. */
function typeText({ type, description: _, ...schema }: Schema): string {
  if (type === "string" && schema.nullable !== true) return type;
  if (type === "integer" || type === "number")
    return schema.nullable === true ? "number?" : "number";
  return JSON.stringify({ type, ...schema });
}

/** Whether a schema only adds annotations to a reference, as a field does that has a description or may be null. */
function isAnnotatedReference({ allOf, type, properties, anyOf, oneOf }: Schema): boolean {
  const [part, ...others] = allOf ?? [];
  const shapes = [type, properties, anyOf, oneOf];
  return (
    part?.$ref !== undefined &&
    others.length === 0 &&
    shapes.every((keyword) => keyword === undefined)
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
