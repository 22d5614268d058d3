/** Rules about bodies: the content type and the schema must fit together. */
import { isDeepStrictEqual } from "node:util";
import { distinct } from "@contract-toolkit/contract/schema-algebra";
import {
  formType,
  isBinaryType,
  isEventsType,
  isJsonLinesType,
  isJsonType,
  isObject,
  isStatusWithoutBody,
  isXmlType,
  mediaTypeOf,
} from "@contract-toolkit/contract";
import {
  nodeOrEmpty,
  nodesIn,
  nodesOf,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { isBytes, typesOf } from "@contract-toolkit/schemas/documents/form-parts";
import { unionKey } from "@contract-toolkit/schemas/documents/own-variants";
import { isNonNullObject, resolvedPlain, wholeObject } from "../plain-schema.ts";
import type { Rule } from "./fix.ts";
import {
  composedOf,
  referredNode,
  resolveNode,
} from "@contract-toolkit/schemas/documents/references";
import { unwritableInXml } from "@contract-toolkit/schemas/unwritable-xml";

/** Applies to everything with `content`: the body of a request or a response. */
export const contentTypes: Rule = (holder, document, keys) => {
  const { content } = holder;
  if (!isObject(content)) return undefined;
  const isResponse = keys.at(-2) === "responses";
  return nodesOf(content).flatMap(
    ([type, media]) =>
      removeUnsent(content, type, isResponse) ?? fixContent(content, type, media, document) ?? [],
  );
};

/** RFC 9110: responses with these statuses, and those to HEAD, have no body. */
export const bodilessResponses: Rule = (operation, document, keys) => {
  const { responses } = operation;
  if (keys.length !== OPERATION_DEPTH || keys[0] !== "paths" || !isObject(responses))
    return undefined;
  const isHead = keys.at(-1) === "head";
  return nodesOf(responses).flatMap(([status, response]) => {
    const { content, ...others } = resolveNode(response, document);
    if (!(isHead || isStatusWithoutBody(Number(status))) || content === undefined) return [];
    responses[status] = others;
    return `the content of ${isHead ? "a response to HEAD" : `a ${status}`}, which has no body: removed`;
  });
};

/** `paths`, the path and the method. */
const OPERATION_DEPTH = 3;

function fixContent(content: Node, type: string, media: Node, document: Node): string | undefined {
  const name = mediaTypeOf(type);
  if (!name.includes("/")) return removeContent(content, type, "not a content type");
  if (isJsonType(name)) return undefined;
  if (isXmlType(name)) return fixXml(content, type, media, document);
  const isText =
    isScalarNode(media["schema"], document, texts) && !isBinarySchema(media["schema"], document);
  if (name.startsWith("text/") && !isText) {
    media["schema"] = { type: "string" };
    return `content type ${type}: its body is any text`;
  }
  if (isJsonLinesType(name)) return fixJsonLines(type, media, document);
  if (name === formType) return fixForm(media, document);
  if (name === partsType) return fixParts(media, document);
  if (name.startsWith("multipart/"))
    return removeContent(content, type, `of bodies with several parts, only ${partsType} is read`);
  if (name.includes("*")) return nameType(content, type, media, document);
  if (!isBinaryType(name) || isBinarySchema(media["schema"], document)) return undefined;
  media["schema"] = { ...bytes };
  takeOut(media, "examples", "example");
  return `content type ${type}: neither JSON nor text, so its body is bytes, which are not validated`;
}

const partsType = "multipart/form-data";

/** Servers read forms and do not write them; with streams of events it is the other way round. */
function removeUnsent(content: Node, type: string, isResponse: boolean): string | undefined {
  const name = mediaTypeOf(type);
  const isForm = name === formType || name.startsWith("multipart/");
  const isEvents = isEventsType(name) && !isJsonLinesType(name);
  if (!(isResponse ? isForm : isEvents)) return undefined;
  return isResponse
    ? removeContent(content, type, "a response cannot be a form")
    : removeContent(content, type, "a request cannot be a stream of events");
}

function removeContent(content: Node, type: string, reason: string): string {
  takeOut(content, type);
  return `content type ${type}: ${reason}; removed`;
}

/** Lines of JSON are a list of their values, but most documents describe one line. */
function fixJsonLines(type: string, media: Node, document: Node): string | undefined {
  const { schema } = media;
  const { type: kind } = resolveNode(schema, document);
  if (kind === "array" || isScalarNode(schema, document, texts)) return undefined;
  media["schema"] = schema === undefined ? { type: "string" } : { type: "array", items: schema };
  return `content type ${type}: its schema is that of a line; now a list of lines`;
}

/** Beside other content types, XML that TypeSpec cannot express is left out. Alone it is read as it comes. */
function fixXml(content: Node, type: string, media: Node, document: Node): string | undefined {
  const schema = nodeOrEmpty(media["schema"]);
  if (isScalarNode(schema, document, texts)) return undefined;
  const [reason] = unwritableInXml(schema, document, true) ?? [];
  if (reason === undefined) return undefined;
  if (Object.keys(content).length > 1) return removeContent(content, type, reason);
  media["schema"] = type.startsWith("text/") ? { type: "string" } : { ...bytes };
  takeOut(media, "examples", "example");
  return `content type ${type}: ${reason}; its body is not validated`;
}

const bytes = { type: "string", format: "binary" };

/** A range of content types does not say how a body is read. */
function nameType(content: Node, type: string, media: Node, document: Node): string {
  const named = isBinarySchema(media["schema"], document)
    ? "application/octet-stream"
    : "application/json";
  takeOut(content, type);
  if (!(named in content)) content[named] = media;
  return `content type ${type}: a range of content types; now ${named}`;
}

/** Whether a schema is a file or bytes. */
export function isBinarySchema(schema: unknown, document: Node): boolean {
  return isBytes(resolveNode(schema, document));
}

/** Fields of a URL-encoded form are strings, never null, and programs disagree on how to write objects. */
function fixForm(media: Node, document: Node): string | undefined {
  return fixFields(media, document, (field) => {
    const left = dropNullFromSchema(field, document);
    if (!isScalarNode(itemSchemaOf(left, document), document)) {
      const { description } = field;
      return [
        { type: "string", ...(description !== undefined && { description }) },
        "neither a scalar nor a list of scalars, in a form; now any text",
      ];
    }
    return left === field ? undefined : [left, noNull];
  });
}

/** A part is a file or a value. The converter loses how many parts there may be, so that is removed. */
function fixParts(media: Node, document: Node): string | undefined {
  return fixFields(media, document, (given) => {
    const notNull = dropNullFromSchema(given, document);
    // Only JSON has null.
    const isText = isScalarNode(itemSchemaOf(notNull, document), document);
    const field = isText ? notNull : given;
    const { oneOf, anyOf, description } = field;
    const variants = nodesIn(oneOf ?? anyOf);
    const files = variants.filter((variant) =>
      isBinarySchema(itemSchemaOf(variant, document), document),
    );
    if (files.length > 0) {
      const lists = files.filter((file) => itemSchemaOf(file, document) !== file);
      const file = lists.length > 0 ? { type: "array", items: bytes } : bytes;
      const what = files.length < variants.length ? "a file or a value;" : "a file or files;";
      return [
        { ...file, ...(description !== undefined && { description }) },
        `${what} now ${lists.length > 0 ? "a list of files" : "a file"}`,
      ];
    }
    // The decorator for oneOf would be at the part, which is not a union.
    const { minItems, maxItems, oneOf: _, ...others } = field;
    const left = { ...others, ...(oneOf !== undefined && { anyOf: oneOf }) };
    if (minItems !== undefined || maxItems !== undefined)
      return [left, "the number of the parts is not checked"];
    if (field !== given) return [left, noNull];
    return oneOf === undefined ? undefined : [left];
  });
}

const noNull = "null is not possible in a form; removed";

/** A field that a form can have, and the message about the change; undefined if the field is unchanged. */
type Fixed = readonly [field: Node, what?: string] | undefined;

/** Fixes the fields of a form in a copy of its schema, because other bodies may refer to the schema. */
function fixFields(media: Node, document: Node, fixed: (field: Node) => Fixed): string | undefined {
  const schema = nodeOrEmpty(media["schema"]);
  const whole = joinComposedSchema(schema, document);
  const resolved = whole ?? resolveNode(schema, document);
  const own = structuredClone(dropNullFromSchema(resolved, document));
  const isNullable = !isDeepStrictEqual(own, resolved);
  if (!isNonNullObject(resolvedPlain(own, document))) {
    media["schema"] = { type: "object" };
    return "a form whose schema names no fields: now any fields";
  }
  const properties = nodeOrEmpty(own["properties"]);
  const changes = nodesOf(properties).flatMap(([name, field]) => {
    const change = fixed(field);
    if (change) [properties[name]] = change;
    return change ? [{ name, what: change[1] }] : [];
  });
  if (whole ?? changes[0] ?? isNullable) media["schema"] = own;
  const lines = [...Map.groupBy(changes, ({ what }) => what)].flatMap(([what, all]) =>
    what === undefined ? [] : [`${all.map(({ name }) => name).join(", ")}: ${what}`],
  );
  if (isNullable) lines.unshift("a form cannot be null: removed");
  if (whole) lines.unshift("a form made of several schemas: now one schema with all fields");
  return lines.length > 0 ? lines.join("; ") : undefined;
}

/** Joins the schemas that a schema is composed of into one; undefined if it is not composed. */
function joinComposedSchema(schema: Node, document: Node): Node | undefined {
  const parts = composedOf(schema, document);
  const variants = parts.flatMap(({ oneOf, anyOf }) => nodesIn(oneOf ?? anyOf));
  if (variants.length === 0 && resolveNode(schema, document)["allOf"] === undefined)
    return undefined;
  const ways = (variants.length > 0 ? variants : [{}]).map((variant) => [
    ...parts,
    ...composedOf(variant, document),
  ]);
  const fields = new Map<string, unknown[]>();
  for (const way of ways) {
    const all = Object.assign({}, ...way.map(({ properties }) => properties)) as Node;
    for (const [name, field] of Object.entries(all))
      fields.set(name, distinct([...(fields.get(name) ?? []), field]));
  }
  const required = ways.map((way) => new Set(way.flatMap((node) => node["required"] ?? [])));
  return structuredClone({
    type: "object",
    properties: Object.fromEntries(
      [...fields].map(([name, all]) => [name, all.length === 1 ? all[0] : { anyOf: all }]),
    ),
    required: [...fields.keys()].filter((name) =>
      required.every((requiredName) => requiredName.has(name)),
    ),
  });
}

/** A schema without null; the same object if it does not allow null. */
export function dropNullFromSchema(schema: unknown, document: Node): Node {
  const plain = resolvedPlain(schema, document);
  const key = unionKey(plain.schema) ?? "anyOf";
  const variants = nodesIn(plain.schema[key]);
  const left = variants.map((variant) => dropNullFromSchema(variant, document));
  if (!plain.isNullable && left.every((each) => variants.includes(each)))
    return nodeOrEmpty(schema);
  const whole = plain.bases.length > 0 ? wholeObject(plain) : plain.schema;
  return { ...whole, ...(left.length > 0 && { [key]: left }) };
}

function itemSchemaOf(field: Node, document: Node): unknown {
  const { type, items } = resolveNode(field, document);
  return type === "array" ? items : field;
}

/** Whether a value is a string, a number, a boolean, or a union of them. */
function isScalarNode(schema: unknown, document: Node, among = scalars): boolean {
  const types = typesOf(nodeOrEmpty(schema), (ref) => referredNode(ref, document));
  return [...types].every((type) => type === "null" || among.has(type));
}

const texts: ReadonlySet<string> = new Set(["string"]);
const scalars: ReadonlySet<string> = new Set([...texts, "integer", "number", "boolean"]);
