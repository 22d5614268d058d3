import type { Schema } from "../json-schema/json-schema.ts";
import { isDate, isDateTime, isDuration, isTime } from "./dates.ts";
import { isHttpDate } from "./http-dates.ts";
import { isBase64url, isEmail, isHostname, isUlid, isUuid } from "./names.ts";
import { isUriTemplate } from "./uri-templates.ts";
import { isUri, isUriReference } from "./uris.ts";

/** Checks a text that has a format. */
export type Format = (text: string) => boolean;

/**
 * Formats with rules of our own, because ajv's differ from their standards. Each is a function that the package exports, so that
 * validators contain only those that they use.
 */
export const textFormats: Readonly<Record<string, Format>> = {
  base64url: isBase64url,
  date: isDate,
  "date-time": isDateTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  "http-date": isHttpDate,
  time: isTime,
  ulid: isUlid,
  uri: isUri,
  "uri-reference": isUriReference,
  "uri-template": isUriTemplate,
  url: isUri,
  uuid: isUuid,
};

/** All formats of texts that are checked. Other formats only describe a value, which `contract generate` says. */
export const checkedFormats: ReadonlySet<unknown> = new Set([
  ...Object.keys(textFormats),
  ...["byte", "ipv4", "ipv6", "json-pointer", "regex", "relative-json-pointer"],
]);

/** Formats whose meaning needs no check: what a text is for, and encodings of numbers, whose range is checked. */
const describingFormats: ReadonlySet<unknown> = new Set(["password", "binary"]);

/**
 * The format that a schema names and nobody checks; undefined if there is none, or if a pattern says which texts are right.
 *
 * @example
 * uncheckedFormat({ type: "string", format: "isbn" }); // "isbn"
 */
export function uncheckedFormat(schema: Schema): string | undefined {
  const { type, format, contentEncoding, pattern } = schema;
  if (pattern !== undefined) return undefined;
  const isText = type === undefined || [type].flat().includes("string");
  const isUnknown = format !== undefined && !checkedFormats.has(format);
  if (isText && isUnknown && !describingFormats.has(format)) return format;
  return contentEncoding !== undefined && !encodingFormats.has(contentEncoding)
    ? contentEncoding
    : undefined;
}

/**
 * The format by which the encoding of bytes in a text is checked. In JSON Schema `contentEncoding` is only an annotation;
 * OpenAPI 3.0 has these formats.
 */
export const encodingFormats: ReadonlyMap<unknown, string> = new Map([
  ["base64", "byte"],
  ["base64url", "base64url"],
]);
