import { isContainer, isObject } from "../json.ts";
import { pointerNames, pointerStep } from "../pointer.ts";

/**
 * A schema of JSON Schema 2020-12 (OpenAPI 3.1) or of OpenAPI 3.0, with the extensions of the toolkit's TypeSpec library.
 * Documents are trusted to have keywords of these types.
 */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | readonly string[];
  format?: string | undefined;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;

  properties?: Record<string, boolean | Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  propertyNames?: Schema;
  dependentRequired?: Record<string, readonly string[]>;
  dependentSchemas?: Record<string, Schema>;
  minProperties?: number;
  maxProperties?: number;

  items?: Schema;
  prefixItems?: readonly Schema[];
  contains?: Schema;
  unevaluatedItems?: boolean | Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minContains?: number;
  maxContains?: number;

  minLength?: number;
  maxLength?: number;
  pattern?: string;
  contentEncoding?: string;
  contentMediaType?: string;
  contentSchema?: Schema;

  minimum?: number;
  maximum?: number;
  /** The bound, or in OpenAPI 3.0 whether `minimum` is exclusive. */
  exclusiveMinimum?: number | boolean;
  exclusiveMaximum?: number | boolean;
  multipleOf?: number;

  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  /** OpenAPI: the property whose value selects the branch. */
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  /** OpenAPI 3.0. */
  nullable?: boolean;

  title?: string;
  description?: string | undefined;
  example?: unknown;

  /** `@boundsCode`: error code of a value outside the bounds of this schema. */
  "x-bounds-code"?: number;
  /** `@chosen`: ids of the choices that apply here. */
  "x-chosen"?: readonly string[];
  /** `@contentSchema`: component that describes the JSON in a Base64 text. */
  "x-content-schema"?: string;
  /** Statuses of responses outside any operation that have this shape. */
  "x-refusal"?: readonly number[];
  /** The reason that is reported if a value does not match `pattern`. */
  "x-pattern-reason"?: string;

  /** In message schemas: the body of a PATCH. An omitted field stays unchanged, so no default is filled in. */
  "x-partial"?: true;
  /** In message schemas: position in the TypeSpec, as `file:line:column`. */
  "x-position"?: string;
  /** In message schemas: positions of decorators, by the keyword that they became. */
  "x-keyword-positions"?: Readonly<Record<string, string>>;
  [keyword: string]: unknown;
}

/**
 * Whether a value is a schema object. `true` and `false` are not.
 *
 * @example
 * isSchema({ type: "string" }); // true
 * isSchema(false); // false
 */
export function isSchema(value: unknown): value is Schema {
  return isObject(value);
}

/**
 * The name of the component that a schema refers to.
 *
 * @example
 * referredName({ $ref: "#/components/schemas/Item" }); // "Item"
 * referredName({ type: "string" }); // undefined
 */
export function referredName({ $ref }: { readonly $ref?: unknown }): string | undefined {
  return typeof $ref === "string" ? pointerNames($ref).at(-1) : undefined;
}

/**
 * The reference to a schema of the components of a document.
 *
 * @example
 * schemaReference("Item"); // "#/components/schemas/Item"
 */
export function schemaReference(name: string): string {
  return `#/components/schemas/${pointerStep(name)}`;
}

/**
 * The fields of an object that have a schema, by name.
 *
 * @example
 * schemaProperties({ properties: { id: {}, gone: false } }); // [["id", {}]]
 */
export function schemaProperties({ properties = {} }: Schema): [string, Schema][] {
  return Object.entries(properties).filter((entry): entry is [string, Schema] =>
    isSchema(entry[1]),
  );
}

/** Keywords whose value is one schema. */
export const oneSubschema: ReadonlySet<string> = new Set([
  ...["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "not"],
  ...["propertyNames", "contains", "if", "then", "else"],
]);

/** Keywords whose value is a list of schemas, or schemas by name. */
export const manySubschemas: ReadonlySet<string> = new Set([
  ...["anyOf", "oneOf", "allOf", "prefixItems"],
  ...["properties", "patternProperties", "dependentSchemas", "$defs"],
]);

/**
 * Copies a schema, and changes each direct subschema.
 *
 * @param change also gets the place of the subschema, as steps of a pointer: `items`, `anyOf/0`, `properties/id`
 * @example
 * mapSubschemas({ items: { title: "Item" } }, ({ title: _, ...rest }) => rest); // { items: {} }
 */
export function mapSubschemas(
  schema: Schema,
  change: (schema: Schema, steps: string) => Schema,
): Schema {
  const copy: Schema = { ...schema };
  const changed = (value: unknown, steps: string): unknown =>
    isSchema(value) ? change(value, steps) : value;
  for (const [keyword, value] of Object.entries(schema)) {
    if (oneSubschema.has(keyword)) copy[keyword] = changed(value, keyword);
    if (!manySubschemas.has(keyword) || !isContainer(value)) continue;
    const many = Object.entries(value).map(
      ([name, value]) => [name, changed(value, `${keyword}/${pointerStep(name)}`)] as const,
    );
    copy[keyword] = Array.isArray(value)
      ? many.map(([, value]) => value)
      : Object.fromEntries(many);
  }
  return copy;
}
