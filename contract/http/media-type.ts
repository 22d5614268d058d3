/**
 * The media type of a Content-Type in lower case, without parameters and spaces (RFC 9110, section 8.3.1).
 *
 * @example
 * mediaTypeOf("Application/JSON; charset=utf-8"); // "application/json"
 */
export function mediaTypeOf(contentType: string): string {
  return contentType.replace(/;.*/s, "").trim().toLowerCase();
}

/**
 * Whether a Content-Type is JSON or based on JSON (RFC 6839).
 *
 * @example
 * isJsonType("application/problem+json; charset=utf-8"); // true
 */
export function isJsonType(contentType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(contentType));
}

/**
 * Whether a Content-Type is XML or based on XML (RFC 7303).
 *
 * @example
 * isXmlType("application/problem+xml; charset=utf-8"); // true
 */
export function isXmlType(contentType: string): boolean {
  return /^(application|text)\/xml$|\+xml$/.test(mediaTypeOf(contentType));
}

/**
 * Whether a Content-Type is binary: not JSON, JSON Lines, text, form or XML. Programs read it as `Uint8Array`, samples hold it as Base64.
 *
 * @example
 * isBinaryType("image/png"); // true
 */
export function isBinaryType(contentType: string): boolean {
  const type = mediaTypeOf(contentType);
  return type.includes("/") && !isJsonType(type) && !textual.test(type);
}

const textual =
  /^(text|multipart)\/|^application\/(x-www-form-urlencoded$|(.+\+)?xml$|jsonl$|(x-)?ndjson$)/;

/**
 * Whether a Content-Type is JSON Lines: JSON texts, each in a line of its own.
 *
 * @example
 * isJsonLinesType("application/x-ndjson"); // true
 */
export function isJsonLinesType(contentType: string): boolean {
  return /^application\/(jsonl|(x-)?ndjson)$/.test(mediaTypeOf(contentType));
}

/** Whether a Content-Type is a stream of events or items, one after another. */
export function isEventsType(contentType: string): boolean {
  return mediaTypeOf(contentType) === "text/event-stream" || isJsonLinesType(contentType);
}

/**
 * Whether the character set of a Content-Type is UTF-8 or not given. JSON has no other (RFC 8259, section 8.1).
 *
 * @example
 * isUtf8Type('text/plain; charset="UTF-8"'); // true
 */
export function isUtf8Type(contentType: string): boolean {
  if (!contentType.includes(";")) return true;
  const [, ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="));
  return charset === undefined || /^charset="?utf-8"?$/.test(charset);
}
