import type { OpenApiDocument } from "@contract-toolkit/contract";
import { isContainer, type Operation, type Schema } from "@contract-toolkit/contract/messages";
import { createShapes } from "./documented-shapes.ts";
import type { RequestMessage } from "./engine.ts";

/** A text in a documented place of a request, or the name of a field that may have any name. */
export interface DocumentedText {
  /** Like in violations: `items[2].name`, or the name of a parameter. */
  readonly field: string;
  readonly text: string;
}

/**
 * Makes a function that finds the texts in a request, for checks that a schema cannot express. It follows the contract, so the
 * cost does not depend on undocumented fields.
 *
 * @param document the contract's `openapi.json`
 * @example
 * const textsOf = createTextFinder(document);
 * const wrong = textsOf(operation, message).filter(({ text }) => text.includes("\0"));
 */
export function createTextFinder(
  document: Pick<OpenApiDocument, "paths" | "components">,
): (operation: Operation, message: RequestMessage) => DocumentedText[] {
  const shapeOf = createShapes(document.components?.schemas ?? {});
  function collectTexts(schema: Schema, value: unknown, field: string, into: DocumentedText[]) {
    if (typeof value === "string") into.push({ field, text: value });
    if (!isContainer(value)) return;
    const { fields, others, items } = shapeOf(schema);
    const inside = (name: string) => (field === "" ? name : `${field}.${name}`);
    if (Array.isArray(value)) {
      if (items)
        for (const [index, item] of value.entries())
          collectTexts(items, item, `${field}[${index}]`, into);
      return;
    }
    for (const [name, own] of fields)
      if (Object.hasOwn(value, name)) collectTexts(own, value[name], inside(name), into);
    if (!others) return;
    for (const name of Object.keys(value).filter((key) => !fields.has(key))) {
      into.push({ field: inside(name), text: name });
      collectTexts(others, value[name], inside(name), into);
    }
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
    collectTexts(schema, message.body, "", texts);
    return texts;
  };
}
