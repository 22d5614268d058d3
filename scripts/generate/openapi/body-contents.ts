import type { HttpPayloadBody } from "@typespec/http";
import {
  type BodyContent,
  bodyKindOf,
  type FormField,
  isBinaryType,
  isJsonType,
  type OpenApiDocument,
  type Schema,
} from "@contract-toolkit/kernel";
import { resolveSchema, scalarType } from "../resolve-schema.ts";
import { objectFields } from "./exploded-objects.ts";

/**
 * What bodies of content types are made of, as far as it has to be known at run time: how they are read, and the
 * fields of forms.
 *
 * @param body of a request: its parts tell what is a file
 */
export function readContents(
  document: OpenApiDocument,
  schemas: ReadonlyMap<string, Schema>,
  body?: HttpPayloadBody,
): BodyContent[] {
  return [...schemas].map(([contentType, schema]) => {
    // A stream of events of no documented type is one of bytes.
    const isEvents =
      contentType === "text/event-stream" && resolveSchema(document, schema).type === "array";
    const kind = isEvents ? "events" : bodyKindOf({ contentType });
    if (kind === "json") return { contentType };
    const content: BodyContent = { contentType, kind };
    if (kind !== "form" && kind !== "parts") return content;
    const parts = body?.bodyKind === "multipart" ? body.parts : [];
    const fields = [...(objectFields(document, schema) ?? [])].map(([name, each]) => {
      const part = parts.find((one) => one.name === name);
      return [name, readField(document, each.schema, part?.body)] as const;
    });
    return { ...content, fields: Object.fromEntries(fields) };
  });
}

/** @param part of a form of several parts */
function readField(document: OpenApiDocument, schema: Schema, part?: HttpPayloadBody): FormField {
  const whole = resolveSchema(document, schema);
  const isList = whole.type === "array" && (!part || !isJsonPart(part));
  const item = isList ? (whole.items as Schema) : whole;
  const list = isList ? { list: true as const } : {};
  if (part && isFilePart(part)) {
    // Bytes of which nothing is said are of any type.
    const isOfAny = (type: string) => type.includes("*") || type === "application/octet-stream";
    const types = part.contentTypes.some(isOfAny) ? [] : part.contentTypes;
    return { type: "file", ...list, ...(types.length > 0 && { contentTypes: types }) };
  }
  return { type: part && isJsonPart(part) ? "json" : scalarType(document, item), ...list };
}

function isJsonPart({ contentTypes }: HttpPayloadBody): boolean {
  return isJsonType(contentTypes[0] ?? "");
}

/** Whether a part of a form is bytes: a file, or what has no type that is read as JSON or text. */
export function isFilePart({ bodyKind, contentTypes: [type = "*/*"] }: HttpPayloadBody): boolean {
  return bodyKind === "file" || type.includes("*") || isBinaryType(type);
}
