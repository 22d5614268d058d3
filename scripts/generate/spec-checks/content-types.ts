import {
  getDiscriminator,
  isArrayModelType,
  walkPropertiesInherited,
  type Program,
  type Type,
} from "@typespec/compiler";
import type { HttpPayloadBody } from "@typespec/http";
import { formType, isBinaryType, isJsonType } from "@contract-toolkit/kernel";
import { isFilePart } from "../openapi/body-contents.ts";

/** Why a body of a media type cannot be read and judged, with what to do; undefined where it can. */
export function unreadable(
  program: Program,
  body: HttpPayloadBody,
  type: string,
  direction: "request" | "answer",
): string | undefined {
  if (body.bodyKind === "multipart" || type.startsWith("multipart/"))
    return unreadableParts(program, body, type, direction);
  if (type === "text/event-stream") return unreadableEvents(program, body, direction);
  if (type === formType) return unreadableForm(program, body, direction);
  if (isJsonType(type)) return undefined;
  if (type.startsWith("text/"))
    return isText(program, body.type)
      ? undefined
      : 'a body of text has to be a string; make it one, or give it the content type "application/json" (@header contentType: "application/json").';
  if (type.includes("*"))
    return 'no type is named; name it (@header contentType: "application/octet-stream", or File<"image/png">).';
  if (isBinaryType(type))
    return isBytes(program, body)
      ? undefined
      : 'a body that is neither JSON nor text has to be bytes; make it bytes, or use "application/json".';
  return 'only JSON, text, forms and bytes are read and judged; use "application/json", text/* with a string, or "application/octet-stream" with bytes.';
}

/** Whether a value travels as a text that is no JSON. */
function isText(program: Program, type: Type): boolean {
  switch (type.kind) {
    case "String":
    case "StringTemplate":
      return true;
    case "ModelProperty":
      return isText(program, type.type);
    case "Enum":
      return [...type.members.values()].every(({ value }) => typeof value !== "number");
    case "Union":
      return [...type.variants.values()].every((variant) => isText(program, variant.type));
    case "Scalar": {
      const root = program.checker.getStdType("string");
      const base = type.baseScalar;
      return type === root || textScalars.has(type.name) || (!!base && isText(program, base));
    }
    default:
      return false;
  }
}

function isBytes(program: Program, body: HttpPayloadBody): boolean {
  if (body.bodyKind === "file") return !body.isText;
  return body.bodyKind === "single" && isBytesType(program, body.type);
}

function isBytesType(program: Program, type: Type | undefined): boolean {
  return (
    type?.kind === "Scalar" &&
    (program.checker.isStdType(type, "bytes") || isBytesType(program, type.baseScalar))
  );
}

const textScalars: ReadonlySet<string> = new Set([
  "url",
  "utcDateTime",
  "offsetDateTime",
  "plainDate",
  "plainTime",
  "duration",
]);

/** A form of several parts is one of named fields, each a value of its own. */
function unreadableParts(
  program: Program,
  body: HttpPayloadBody,
  type: string,
  direction: "request" | "answer",
): string | undefined {
  if (direction === "answer")
    return 'an answer of several parts is not written; answer each part by an operation of its own, or bytes in Base64 within "application/json".';
  if (type !== "multipart/form-data")
    return 'of bodies of several parts, only "multipart/form-data" is read.';
  // Without @multipartBody it is refused by the library of HTTP.
  if (body.bodyKind !== "multipart") return undefined;
  for (const { name = "", body: part, headers, multi } of body.parts) {
    if (headers.length > 0)
      return `the part "${name}" has headers, which are not read; make each a part of its own.`;
    if (part.contentTypes.length > 1 && !isFilePart(part))
      return `the part "${name}" has several content types; name one of them.`;
    const fault = isFilePart(part)
      ? undefined
      : unreadablePart(program, part, multi ? itemOf(part.type) : part.type);
    if (fault) return `the part "${name}": ${fault}`;
  }
  return undefined;
}

function unreadablePart(program: Program, part: HttpPayloadBody, type: Type): string | undefined {
  const [contentType = ""] = part.contentTypes;
  if (isJsonType(contentType) || isScalar(program, type)) return undefined;
  return 'only files, JSON, and scalars as "text/plain" are read.';
}

/** The items of a list, or the type itself. */
function itemOf(type: Type): Type {
  return type.kind === "Model" && isArrayModelType(type) ? type.indexer.value : type;
}

function unreadableForm(
  program: Program,
  { type }: HttpPayloadBody,
  direction: "request" | "answer",
): string | undefined {
  if (direction === "answer") return 'an answer cannot be a form; use "application/json".';
  if (type.kind !== "Model" || isArrayModelType(type))
    return "a form has named fields; make its body a model.";
  if (getDiscriminator(program, type))
    return "the fields of a form are those of one model, but this one means every model that extends it; make the body one of these.";
  const wrong = [...walkPropertiesInherited(type)].find(
    (each) => !isScalar(program, itemOf(each.type)),
  );
  return wrong
    ? `the field "${wrong.name}" is not a scalar or a list of scalars, and there is no common way to write it in a form; declare its fields one by one, or use "application/json".`
    : undefined;
}

/** Whether a value has a text that says what it is: all but objects and lists. */
function isScalar(program: Program, type: Type): boolean {
  switch (type.kind) {
    case "Number":
    case "Boolean":
    case "Enum":
      return true;
    case "Union":
      return [...type.variants.values()].every((variant) => isScalar(program, variant.type));
    case "Scalar":
      return !isBytesType(program, type);
    default:
      return isText(program, type);
  }
}

function unreadableEvents(
  program: Program,
  { type }: HttpPayloadBody,
  direction: "request" | "answer",
): string | undefined {
  if (direction === "request")
    return 'a request cannot be a stream of events; send a list of their data as "application/json".';
  const isList = type.kind === "Model" && isArrayModelType(type);
  return isList || isText(program, type) || isBytesType(program, type)
    ? undefined
    : "a stream of events is a list of the data of each event (@body events: Price[]), or a string to leave them undescribed.";
}
