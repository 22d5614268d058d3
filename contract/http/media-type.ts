/**
 * The media type of a Content-Type without its parameters; neither case nor space around it matters (RFC 9110, section
 * 8.3.1).
 *
 * @example
 * mediaTypeOf("Application/JSON; charset=utf-8"); // "application/json"
 */
export function mediaTypeOf(contentType: string): string {
  const [type = ""] = contentType.split(";");
  return type.trim().toLowerCase();
}

/**
 * Whether a Content-Type is JSON or built on it (RFC 6839).
 *
 * @example
 * isJsonType("application/problem+json; charset=utf-8"); // true
 */
export function isJsonType(contentType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(contentType));
}

/**
 * Whether a body of a Content-Type is bytes to a program: no JSON, text, form or XML. A reader has them as `Uint8Array`,
 * a sample as Base64.
 *
 * @example
 * isBinaryType("image/png"); // true
 */
export function isBinaryType(contentType: string): boolean {
  const type = mediaTypeOf(contentType);
  return type.includes("/") && !isJsonType(type) && !textual.test(type);
}

const textual = /^(text|multipart)\/|^application\/(x-www-form-urlencoded$|(.+\+)?xml$)/;

/**
 * Whether a Content-Type says no other character set than UTF-8, the only one that JSON has (RFC 8259, section 8.1).
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
