/** The schema that a TypeSpec type is made of: without null, and with the parts of `allOf` joined. */
import { typeOfKeyword } from "@contract-toolkit/schemas/documents/keywords";
import { unionKey } from "@contract-toolkit/schemas/documents/own-variants";
import { isMetaDataKeyword, mergeSchemas } from "@contract-toolkit/contract/schema-algebra";
import {
  isOpenApi30,
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { referredNode } from "@contract-toolkit/schemas/documents/references";

/** A schema that says one thing: a reference, values, a union, a list, an object or a scalar. */
export interface PlainSchema {
  readonly schema: Node;
  readonly isNullable: boolean;
  /** References to named models whose properties the object has, too. */
  readonly bases: readonly string[];
  /** The whole objects of the bases. Reading them again would take exponential time in deep hierarchies. */
  readonly inherited?: readonly Node[];
}

/** Makes a schema plain, without a change of the document. */
export function plainSchema(value: unknown, document: Node): PlainSchema {
  const { schema, isNullable } = splitNull(readSchemaNode(value, document));
  const { $ref, allOf, ...own } = schema;
  const parts = [...($ref === undefined ? [] : [{ $ref }]), ...nodesIn(allOf)];
  const [first, second] = parts;
  const plain = { schema, isNullable, bases: [] };
  if (!first) return distributed(schema, document, plain);
  if (!second && isAnnotationOnly(own)) {
    if ("$ref" in first && isAnnotationOnly(first))
      return { ...plain, schema: { ...first, ...own } };
    const only = plainSchema({ ...first, ...own }, document);
    return { ...only, isNullable: only.isNullable || isNullable };
  }
  const joined = joinedParts(parts, own, document);
  return { ...joined, isNullable: joined.isNullable || isNullable };
}

/** Whether a schema is a model once it is plain. */
export function isNonNullObject({ schema, isNullable }: PlainSchema): boolean {
  return !isNullable && isObjectSchema(schema);
}

export function isList({ type, items }: Node): boolean {
  return type === "array" || (type === undefined && items !== undefined);
}

export function isObjectSchema(schema: Node): boolean {
  const isOther = ["$ref", "oneOf", "anyOf", "enum", "const"].some((key) => key in schema);
  if (isOther) return false;
  return schema["type"] === undefined
    ? "properties" in schema || "additionalProperties" in schema
    : schema["type"] === "object";
}

/** What a reference leads to; the schema itself if it is none. */
export function referredSchema(schema: Node, document: Node): Node {
  return typeof schema["$ref"] === "string"
    ? (referredNode(schema["$ref"], document) ?? {})
    : schema;
}

/** Names of properties that are required, and all properties with those of the bases. */
export function wholeObject({ schema, inherited = [] }: PlainSchema): Node {
  return joinSchemas([...inherited, schema]);
}

/** The schema of the properties of an object of which none is named. They are any value if nothing is said of them. */
export function recordOnly({ schema, bases }: PlainSchema): unknown {
  const named = [Object.keys(nodeOrEmpty(schema["properties"])), itemsOrEmpty(schema["required"])];
  const isRecord = [...named, bases].flat().length === 0;
  const { additionalProperties: more = true } = schema;
  if (!isRecord || more === false) return undefined;
  return more === true ? {} : more;
}

/** Whether nothing is said about which values are valid. Nobody knows keywords of others. */
export function isAnnotationOnly(schema: Node): boolean {
  return Object.keys(schema).every(
    (key) =>
      isMetaDataKeyword(key) ||
      ["nullable", "$ref"].includes(key) ||
      (key !== "const" && !typeOfKeyword.has(key)),
  );
}

/** In 3.0, everything beside a reference is ignored. What only informs is kept all the same. */
function readSchemaNode(value: unknown, document: Node): Node {
  if (value === false) return { not: {} };
  const schema = nodeOrEmpty(value);
  if (!("$ref" in schema) || !isOpenApi30(document)) return schema;
  return annotationsOf(schema);
}

/** What only informs, and a reference. */
export function annotationsOf(schema: Node): Node {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => isAnnotationOnly({ [key]: 0 })),
  );
}

function splitNull(schema: Node): { schema: Node; isNullable: boolean } {
  const { nullable, ...rest } = schema;
  let left: Node = rest;
  let isNullable = nullable === true;
  const { type, enum: values } = left;
  if (Array.isArray(type)) {
    const types = type.filter((value) => value !== "null");
    isNullable ||= types.length < type.length;
    left = { ...left, type: types.length > 1 ? types : (types[0] ?? "null") };
  }
  if (Array.isArray(values) && values.includes(null)) {
    isNullable ||= type === undefined;
    left = { ...left, enum: values.filter((value) => value !== null) };
  }
  for (const key of ["oneOf", "anyOf"]) {
    const variants = nodesIn(left[key]);
    const others = variants.filter((variant) => !isNullSchema(variant));
    if (others.length === variants.length && variants.length !== 1) continue;
    isNullable ||= others.length < variants.length;
    const { [key]: _, discriminator, ...rest } = left;
    const [only, second] = others;
    if (only && !second) {
      // Annotations of the whole are those of the only variant.
      left = { ...rest, allOf: [...itemsOrEmpty(rest["allOf"]), only] };
    } else if (only) left = { ...left, [key]: others };
    else left = { ...rest, type: "null" };
  }
  return isNullable && left["type"] === "null"
    ? { schema: left, isNullable: false }
    : { schema: left, isNullable };
}

function isNullSchema({ type, enum: values, ...schema }: Node): boolean {
  const isOnly = Array.isArray(values) && values.length === 1 && values[0] === null;
  return type === "null" || isOnly || ("const" in schema && schema["const"] === null);
}

/** A union beside other rules: each variant is joined with the rules. */
function distributed(schema: Node, document: Node, plain: PlainSchema): PlainSchema {
  const key = unionKey(schema);
  const { [key ?? ""]: variants, discriminator, ...own } = schema;
  const isBeside = Object.entries(own).some(
    ([key, rule]) => !isAnnotationOnly({ [key]: rule }) && !(key === "type" && rule === "object"),
  );
  if (key === undefined || !isBeside) return plain;
  return joinedParts([{ [key]: variants }], own, document, plain.isNullable);
}

function joinedParts(
  parts: readonly Node[],
  own: Node,
  document: Node,
  isUnionNullable = false,
): PlainSchema {
  const notes = annotationsOf(own);
  const rest = Object.fromEntries(Object.entries(own).filter(([key]) => !(key in notes)));
  const members = parts.map((part) => ({ part, plain: resolvedPlain(part, document) }));
  if (Object.keys(rest).length > 0)
    members.push({ part: rest, plain: { schema: rest, isNullable: false, bases: [] } });
  const isNullable =
    isUnionNullable ||
    (members.some(({ plain }) => plain.isNullable) &&
      members.every(({ plain }) => plain.isNullable || limitsOneType(plain.schema)));
  const joined = (schema: Node) => ({ schema: { ...schema, ...notes }, isNullable, bases: [] });
  const union = members.find(
    ({ plain }) => unionKey(plain.schema) !== undefined && !plain.isNullable,
  );
  const key = union && unionKey(union.plain.schema);
  if (key !== undefined) {
    const others = members.filter((member) => member !== union).map(({ part }) => part);
    const variants = nodesIn(union?.plain.schema[key]).map((variant) =>
      others.length === 0 ? variant : { allOf: [variant, ...others] },
    );
    return joined({ [key]: variants });
  }
  const isOfObjects = ({ plain: { schema } }: Member) =>
    [isObjectSchema, isAnnotationOnly, isOnlyRequired].some((isSo) => isSo(schema));
  if (!members.every(isOfObjects))
    return joined(joinSchemas(members.map(({ plain }) => plain.schema)));
  const wholes = members.map((member) => ({ ...member, whole: wholeObject(member.plain) }));
  const isOf = (each: WholeMember) => isBase(each, wholes);
  const bases = wholes.filter(isOf);
  const object = joinSchemas(wholes.filter((each) => !isOf(each)).map(({ whole }) => whole));
  const references = bases.map(({ part }) => String(part["$ref"]));
  const [$ref, second] = references;
  if (
    $ref !== undefined &&
    second === undefined &&
    Object.keys({ ...object, type: 0 }).length === 1
  )
    return joined({ $ref });
  const inherited = bases.map(({ whole }) => whole);
  return { ...joined({ type: "object", ...object }), bases: references, inherited };
}

interface Member {
  readonly part: Node;
  readonly plain: PlainSchema;
}

type WholeMember = Member & { readonly whole: Node };

/** Whether a part is a model that the object can have all fields of, because no other part says something about them. */
function isBase(
  { part: { $ref }, plain, whole }: WholeMember,
  all: readonly WholeMember[],
): boolean {
  if (typeof $ref !== "string" || !isNonNullObject(plain) || !isComponent.test($ref)) return false;
  const required = itemsOrEmpty(whole["required"]).map(String);
  // What is required has a property, also if none is described.
  const names = new Set([...Object.keys(nodeOrEmpty(whole["properties"])), ...required]);
  const isOpen = "additionalProperties" in whole;
  const isApart = ({ whole: other }: WholeMember) =>
    ![...names].some((name) => name in nodeOrEmpty(other["properties"])) &&
    itemsOrEmpty(other["required"])
      .map(String)
      .every((name) => !names.has(name) || required.includes(name)) &&
    !(isOpen && "additionalProperties" in other);
  return (names.size > 0 || isOpen) && all.every((each) => each.whole === whole || isApart(each));
}

/** Whether a schema limits only values of some type, so that null is valid. */
function limitsOneType(schema: Node): boolean {
  return ["type", "$ref", "enum", "const", "oneOf", "anyOf", "not"].every(
    (key) => !(key in schema),
  );
}

const isComponent = /^#\/components\/schemas\/[^/]+$/;

function isOnlyRequired(schema: Node): boolean {
  return Object.keys(schema).every((key) => key === "required" || key === "properties");
}

/** A plain schema that is no reference: what one leads to, which is nothing if it leads back to itself. */
export function resolvedPlain(
  part: unknown,
  document: Node,
  seen: readonly Node[] = [],
): PlainSchema {
  const plain = plainSchema(part, document);
  if (!("$ref" in plain.schema)) return plain;
  const target = referredSchema(plain.schema, document);
  if (seen.includes(target)) return { schema: {}, isNullable: false, bases: [] };
  const end = resolvedPlain(target, document, [...seen, target]);
  return { ...end, isNullable: end.isNullable || plain.isNullable };
}

/** What schemas of one value say together, as far as one schema can say it. */
function joinSchemas(schemas: readonly Node[]): Node {
  const listed = schemas.map(({ const: only, ...schema }) =>
    only === undefined ? schema : { ...schema, enum: [only] },
  );
  const { allOf: _, ...joined } = mergeSchemas(listed.map(withoutTexts));
  return joined;
}

/** A schema without its texts for readers, which are not about a schema that extends it. */
function withoutTexts(schema: Node): Node {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !texts.has(key) && !key.startsWith("x-")),
  );
}

const texts: ReadonlySet<string> = new Set(["description", "title", "deprecated", "externalDocs"]);

/** Whether a schema is one of several which no value fits, because their listed values differ. */
export function allowsNoValue(schema: unknown, document: Node): boolean {
  return listedValues(plainSchema(schema, document).schema)?.length === 0;
}

/** The listed values of a schema; undefined if it lists none. Both booleans are a type. */
export function listedValues({ type, enum: values, const: value }: Node): unknown[] | undefined {
  const listed = value !== undefined ? [value] : values;
  if (!Array.isArray(listed)) return undefined;
  const all = [...new Set(listed)];
  const isBoolean = all.length === 2 && all.every((value) => typeof value === "boolean");
  // YAML reads unquoted numbers, which are texts here.
  return isBoolean ? undefined : type === "string" ? all.map(String) : all;
}
