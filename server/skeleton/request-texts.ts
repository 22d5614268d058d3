import {
  isObject,
  type Operation,
  propertiesOf,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel/messages";
import type { OpenApiDocument } from "@contract-toolkit/kernel";
import type { RequestMessage } from "./engine.ts";

/** A text that a client has put where the contract takes one, or the name of a field that may have any name. */
export interface DocumentedText {
  /** As faults name it: `items[2].name`, or the name of a parameter. */
  readonly field: string;
  readonly text: string;
}

/**
 * Makes a finder of the texts in a request, for what no schema can demand of them. It goes where the contract leads:
 * what is not documented is not looked at, however much of it there is.
 *
 * @param document the contract's `openapi.json`
 * @example
 * const textsOf = createTextFinder(document);
 * const wrong = textsOf(operation, message).filter(({ text }) => text.includes("\0"));
 */
export function createTextFinder(
  document: Pick<OpenApiDocument, "paths" | "components">,
): (operation: Operation, message: RequestMessage) => DocumentedText[] {
  const components = document.components?.schemas ?? {};

  /** Every schema that may apply where one does: what it refers to, its parts and its alternatives. */
  function add(schema: Schema, parts: Set<Schema>): void {
    if (parts.has(schema)) return;
    parts.add(schema);
    const referred = components[referredName(schema) ?? ""];
    const { allOf, anyOf, oneOf } = schema;
    const inside = [allOf, anyOf, oneOf].flatMap((list) => list ?? []);
    for (const each of referred ? [referred, ...inside] : inside) add(each, parts);
  }

  function collect(
    parts: ReadonlySet<Schema>,
    value: unknown,
    field: string,
    into: DocumentedText[],
  ) {
    if (typeof value === "string") into.push({ field, text: value });
    else if (Array.isArray(value)) {
      const items = new Set<Schema>();
      for (const part of parts) if (isObject(part.items)) add(part.items, items);
      if (items.size === 0) return;
      for (const [index, item] of value.entries()) collect(items, item, `${field}[${index}]`, into);
    } else if (isObject(value)) {
      for (const [name, { inside, isFree }] of fieldsOf(parts, value)) {
        const path = field === "" ? name : `${field}.${name}`;
        if (isFree) into.push({ field: path, text: name });
        collect(inside, value[name], path, into);
      }
    }
  }

  /** The documented fields of an object, each with the schemas that may apply to it. */
  function fieldsOf(parts: ReadonlySet<Schema>, value: Schema): Map<string, DocumentedField> {
    const fields = new Map<string, DocumentedField>();
    const document = (name: string, schema: Schema, isFree: boolean) => {
      const field = fields.get(name) ?? { inside: new Set(), isFree };
      add(schema, field.inside);
      fields.set(name, field);
    };
    for (const part of parts)
      for (const [name, schema] of propertiesOf(part))
        if (Object.hasOwn(value, name)) document(name, schema, false);
    for (const { additionalProperties } of parts)
      if (isObject(additionalProperties))
        for (const name of Object.keys(value))
          if (fields.get(name)?.isFree !== false) document(name, additionalProperties, true);
    return fields;
  }

  return ({ id, path, method, body: documented }, message) => {
    const texts: DocumentedText[] = [];
    for (const place of [message.path, message.query, message.headers])
      for (const [name, value] of Object.entries(place))
        for (const text of [value].flat())
          if (typeof text === "string") texts.push({ field: name, text });
    const item = document.paths[`${path}#${id}`] ?? document.paths[path];
    const content = item?.[method.toLowerCase()]?.requestBody?.content;
    const schema = content?.[message.contentType ?? documented?.contentType ?? ""]?.schema;
    if (schema === undefined || message.body === undefined) return texts;
    const parts = new Set<Schema>();
    add(schema, parts);
    collect(parts, message.body, "", texts);
    return texts;
  };
}

interface DocumentedField {
  readonly inside: Set<Schema>;
  /** Whether nothing but its schema is documented: its name is the client's own. */
  readonly isFree: boolean;
}
