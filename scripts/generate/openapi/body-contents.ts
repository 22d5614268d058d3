import type { HttpPayloadBody } from "@typespec/http";
import {
  type BodyContent,
  bodyKindOf,
  type FormField,
  isBinaryType,
  isEventsType,
  isJsonType,
  isXmlType,
  type OpenApiDocument,
  type Schema,
} from "@contract-toolkit/contract";
import { itemsOf, resolveSchema, scalarType } from "@contract-toolkit/schemas/resolve-schema";
import { objectFields, type Field } from "./exploded-objects.ts";
import { readXmlBody } from "@contract-toolkit/schemas/xml-bodies";

/**
 * How the bodies of an operation are read at run time, by content type: their kind, and the fields of forms.
 *
 * @param body the request body, whose parts say which fields are files
 */
export function readContents(
  document: OpenApiDocument,
  schemas: ReadonlyMap<string, Schema>,
  body?: HttpPayloadBody,
): BodyContent[] {
  return [...schemas].map(([contentType, schema]) => {
    // A stream without a documented item type is read as bytes.
    const isEvents = isEventsType(contentType) && resolveSchema(document, schema).type === "array";
    // A file may be JSON, which nobody reads before the handler does.
    const isFile = isJsonType(contentType) && schema.contentMediaType !== undefined;
    const kind = isEvents ? "events" : isFile ? "bytes" : bodyKindOf({ contentType });
    if (kind === "json") return { contentType };
    const xml = isXmlType(contentType) ? readXmlBody(document, schema) : undefined;
    if (xml) return { contentType, kind: "xml", xml };
    const content: BodyContent = { contentType, kind };
    if (kind !== "form" && kind !== "parts") return content;
    const parts = body?.bodyKind === "multipart" ? body.parts : [];
    const fields = [...(objectFields(document, schema) ?? [])].map(([name, field]) => {
      const part = parts.find((part) => part.name === name);
      return [name, describeFormField(document, field, part?.body)] as const;
    });
    return { ...content, fields: Object.fromEntries(fields) };
  });
}

/** How a field of a form is read. `part` is that of a multipart form. */
function describeFormField(
  document: OpenApiDocument,
  { schema, required }: Field,
  part?: HttpPayloadBody,
): FormField {
  const items = part && isJsonPart(part) ? undefined : itemsOf(document, schema);
  const list = items ? { list: true as const, ...(required && { required }) } : {};
  if (part && isFilePart(part)) {
    // Without a specific content type, a file may have any type.
    const isOfAny = (type: string) => type.includes("*") || type === "application/octet-stream";
    const types = part.contentTypes.some(isOfAny) ? [] : part.contentTypes;
    return { type: "file", ...list, ...(types.length > 0 && { contentTypes: types }) };
  }
  return {
    type: part && isJsonPart(part) ? "json" : scalarType(document, items ?? schema),
    ...list,
  };
}

function isJsonPart({ contentTypes }: HttpPayloadBody): boolean {
  return isJsonType(contentTypes[0] ?? "");
}

/** Whether a part of a form is bytes: a file, or a part that is neither JSON nor text. */
export function isFilePart({ bodyKind, contentTypes: [type = "*/*"] }: HttpPayloadBody): boolean {
  return bodyKind === "file" || type.includes("*") || isBinaryType(type);
}
