/** Rules about bodies: what a content type says of their form has to go with their schema. */
import {
  formType,
  isBinaryType,
  isJsonType,
  isObject,
  mediaTypeOf,
  pointerStep,
} from "@contract-toolkit/kernel";
import type { Mend, Node, Rule } from "./mend.ts";
import { composedOf, referredBy } from "./references.ts";

/** Applied to whatever has `content`: a body of a request or an answer. */
export const contentTypes: Rule = (holder, document) => {
  const { content } = holder;
  if (!isObject(content)) return undefined;
  const told = Object.entries(content).flatMap(([type, media]) =>
    isObject(media) ? (mendContent(content, type, media, document) ?? []) : [],
  );
  if (Object.keys(content).length > 1 && isObject(holder["headers"])) {
    Reflect.deleteProperty(holder, "headers");
    told.push("headers of an answer with several content types: they are no longer documented");
  }
  return told.length > 0 ? told.join("; ") : undefined;
};

function mendContent(content: Node, type: string, media: Node, document: Node): string | undefined {
  const name = mediaTypeOf(type);
  if (!name.includes("/")) {
    Reflect.deleteProperty(content, type);
    return `content type ${type}: it is none, and left out`;
  }
  if (name.startsWith("text/") && !isScalar(media["schema"], document)) {
    media["schema"] = { type: "string" };
    return `content type ${type}: its body is any text`;
  }
  if (name === formType) return mendForm(media, document);
  if (name.startsWith("multipart/")) return mendParts(media, document);
  if (name.includes("*")) return nameType(content, type, media, document);
  if (isJsonType(name) || !isBinaryType(name) || isOfBytes(media["schema"], document))
    return undefined;
  media["schema"] = { ...bytes };
  Reflect.deleteProperty(media, "examples");
  Reflect.deleteProperty(media, "example");
  return `content type ${type}: neither JSON nor text, so its body is bytes, which are not validated`;
}

const bytes = { type: "string", format: "binary" };

/** A range of content types says nothing of how a body is read. */
function nameType(content: Node, type: string, media: Node, document: Node): string {
  const named = isOfBytes(media["schema"], document)
    ? "application/octet-stream"
    : "application/json";
  Reflect.deleteProperty(content, type);
  if (!(named in content)) content[named] = media;
  return `content type ${type}: no type is named; it is now ${named}`;
}

function isOfBytes(schema: unknown, document: Node): boolean {
  if (!isObject(schema)) return false;
  const referred = referredBy(schema, document) ?? schema;
  return referred["type"] === "string" && referred["format"] === "binary";
}

/** In a form without parts every field is a text; how an object becomes one, its writers do not agree on. */
function mendForm(media: Node, document: Node): string | undefined {
  const { schema } = media;
  if (!isObject(schema)) return undefined;
  const { properties } = referredBy(schema, document) ?? schema;
  const changed = Object.entries(isObject(properties) ? properties : {}).flatMap(
    ([name, field]) => {
      if (!isObject(field) || isScalar(itemOf(field, document), document)) return [];
      const { description } = field;
      for (const key of Object.keys(field)) Reflect.deleteProperty(field, key);
      Object.assign(field, { type: "string", ...(description !== undefined && { description }) });
      return [name];
    },
  );
  return changed.length > 0
    ? `${changed.join(", ")}: not a scalar or a list of scalars, in a form; it is now any text`
    : undefined;
}

/** The converter writes what limits a field at its part, which is neither a text nor a list. */
function mendParts(media: Node, document: Node): string | undefined {
  const { schema } = media;
  if (!isObject(schema)) return undefined;
  const parts = composedOf(schema, document);
  const variants = parts.flatMap(({ oneOf, anyOf }) =>
    [oneOf ?? anyOf ?? []].flat().filter(isObject),
  );
  if (variants.length > 0 || parts.some(({ allOf }) => allOf !== undefined)) {
    const all = [...parts, ...variants.flatMap((each) => composedOf(each, document))];
    const properties = Object.assign({}, ...all.map((each) => each["properties"])) as Node;
    // A field of one variant is missing in others.
    const required = variants.length > 0 ? [] : parts.flatMap((each) => each["required"] ?? []);
    media["schema"] = structuredClone({ type: "object", properties, required });
    mendParts(media, document);
    return "a body of parts that is put together of schemas: now one with the fields of all, whose limits are not checked";
  }
  const changed = parts.flatMap(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) => {
      if (isObject(field) && "oneOf" in field) {
        // The decorator for it would stand at the part, which is no union.
        field["anyOf"] = field["oneOf"];
        Reflect.deleteProperty(field, "oneOf");
      }
      const limits = isObject(field) ? partLimits.filter((key) => key in field) : [];
      for (const key of limits) if (isObject(field)) Reflect.deleteProperty(field, key);
      return limits.length > 0 ? [name] : [];
    }),
  );
  return changed.length > 0
    ? `${changed.join(", ")}: the lengths and the pattern of a part are not checked`
    : undefined;
}

const partLimits = ["minItems", "maxItems", "minLength", "maxLength", "pattern"];

function itemOf(field: Node, document: Node): unknown {
  const { type, items } = referredBy(field, document) ?? field;
  return type === "array" ? items : field;
}

/** Whether a value is a text, a number, a boolean, or one of several of them. */
export function isScalar(schema: unknown, document: Node): boolean {
  if (!isObject(schema)) return false;
  const { type, enum: values, oneOf, anyOf, allOf } = referredBy(schema, document) ?? schema;
  const variants: unknown = oneOf ?? anyOf ?? allOf;
  if (Array.isArray(variants))
    return (variants as unknown[]).every((each) => isScalar(each, document));
  const types = [type].flat().filter((each) => each !== "null");
  return types.length > 0
    ? types.every((each) => scalars.has(String(each)))
    : Array.isArray(values);
}

const scalars: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

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
