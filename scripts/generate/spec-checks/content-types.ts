import {
  getDiscriminator,
  isArrayModelType,
  walkPropertiesInherited,
  type Program,
  type Type,
} from "@typespec/compiler";
import type { HttpPayloadBody } from "@typespec/http";
import { isA } from "@contract-toolkit/typespec/program";
import {
  formType,
  isBinaryType,
  isEventsType,
  isJsonLinesType,
  isJsonType,
  isXmlType,
} from "@contract-toolkit/contract";
import { isFilePart } from "../openapi/body-contents.ts";
import { isXmlValue } from "../openapi/xml-objects.ts";

/** Why a body of a media type cannot be read or validated, with advice; undefined if it can. */
export function explainUnreadableBody(
  program: Program,
  body: HttpPayloadBody,
  type: string,
  direction: "request" | "response",
): string | undefined {
  if (body.bodyKind === "multipart" || type.startsWith("multipart/"))
    return unreadableParts(body, type, direction);
  if (isEventsType(type)) return unreadableEvents(body, type, direction);
  if (type === formType) return unreadableForm(program, body, direction);
  if (isJsonType(type)) return undefined;
  if (type === "*/*" && body.bodyKind === "file" && body.contentTypes.length === 1)
    return undefined;
  if (
    isXmlType(type) &&
    body.bodyKind === "single" &&
    (isXmlValue(body.type) || isScalarType(body.type))
  )
    return undefined;
  if (type.startsWith("text/"))
    return isTextual(body.type)
      ? undefined
      : 'a body of text must be a string; make it one, or give it the content type "application/json" (@header contentType: "application/json").';
  if (type.includes("*"))
    return 'the content type is not named; name it (@header contentType: "application/octet-stream", or File<"image/png">).';
  if (isBinaryType(type))
    return isByteContent(body)
      ? undefined
      : 'a body that is neither JSON nor text must be bytes; make it bytes, or use "application/json".';
  return isTextual(body.type) || isBytesType(body.type)
    ? undefined
    : 'only JSON, XML, text, forms and bytes are read and validated; use "application/json", text/* with a string, or "application/octet-stream" with bytes.';
}

function isTextual(type: Type): boolean {
  switch (type.kind) {
    case "String":
    case "StringTemplate":
      return true;
    case "ModelProperty":
      return isTextual(type.type);
    case "Enum":
      return [...type.members.values()].every(({ value }) => typeof value !== "number");
    case "Union":
      return [...type.variants.values()].every((variant) => isTextual(variant.type));
    case "Scalar":
      return ["string", ...textScalars].some((name) => isA(type, name));
    default:
      return false;
  }
}

function isByteContent(body: HttpPayloadBody): boolean {
  if (body.bodyKind === "file") return !body.isText;
  return body.bodyKind === "single" && isBytesType(body.type);
}

function isBytesType(type: Type): boolean {
  return type.kind === "Scalar" && isA(type, "bytes");
}

const textScalars = ["url", "utcDateTime", "offsetDateTime", "plainDate", "plainTime", "duration"];

/** A multipart form has named fields, each of which is a part. */
function unreadableParts(
  body: HttpPayloadBody,
  type: string,
  direction: "request" | "response",
): string | undefined {
  if (direction === "response")
    return 'responses with several parts are not supported; answer each part by a separate operation, or send bytes as Base64 within "application/json".';
  if (type !== "multipart/form-data")
    return 'only "multipart/form-data" is supported for bodies with several parts.';
  // The HTTP library refuses a multipart body without @multipartBody.
  if (body.bodyKind !== "multipart") return undefined;
  for (const { name = "", body: part, headers, multi } of body.parts) {
    if (headers.length > 0)
      return `the part "${name}" has headers, which are not supported; make each header a separate part.`;
    if (part.contentTypes.length > 1 && !isFilePart(part))
      return `the part "${name}" has several content types; name one of them.`;
    const isRead = isFilePart(part) || isJsonType(part.contentTypes[0] ?? "");
    if (!isRead && !isScalarType(multi ? listItemType(part.type) : part.type))
      return `the part "${name}": only files, JSON, and scalars as "text/plain" are read.`;
  }
  return undefined;
}

function listItemType(type: Type): Type {
  return type.kind === "Model" && isArrayModelType(type) ? type.indexer.value : type;
}

function unreadableForm(
  program: Program,
  { type }: HttpPayloadBody,
  direction: "request" | "response",
): string | undefined {
  if (direction === "response") return 'a response cannot be a form; use "application/json".';
  if (type.kind !== "Model" || isArrayModelType(type))
    return "a form has named fields; make its body a model.";
  if (getDiscriminator(program, type))
    return "the body of a form must be one model, but this one stands for every model that extends it; use one of those.";
  const wrong = [...walkPropertiesInherited(type)].find(
    (field) => !isScalarType(listItemType(field.type)),
  );
  return wrong
    ? `the field "${wrong.name}" is not a scalar or a list of scalars, and there is no common way to write it in a form; declare its fields one by one, or use "application/json".`
    : undefined;
}

/** Whether a value can be written as text: anything but objects and lists. */
function isScalarType(type: Type): boolean {
  switch (type.kind) {
    case "Number":
    case "Boolean":
    case "Enum":
      return true;
    case "Union":
      return [...type.variants.values()].every((variant) => isScalarType(variant.type));
    case "Scalar":
      return !isBytesType(type);
    default:
      return isTextual(type);
  }
}

function unreadableEvents(
  { type }: HttpPayloadBody,
  contentType: string,
  direction: "request" | "response",
): string | undefined {
  if (direction === "request" && !isJsonLinesType(contentType))
    return 'a request cannot be a stream of events; send a list of their data as "application/json", or a stream as "application/jsonl".';
  const isList = type.kind === "Model" && isArrayModelType(type);
  return isList || isTextual(type) || isBytesType(type)
    ? undefined
    : "a stream of events is a list of the data of each event (@body events: Price[]), or a string if the events are not described.";
}
