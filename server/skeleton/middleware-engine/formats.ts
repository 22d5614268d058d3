import { fullFormats } from "ajv-formats/dist/formats.js";

/** Formats that the middleware's defaults judge too kindly: they take any port, and every integer, however large. */
export const formats = {
  int64: { type: "number", validate: isExact },
  uri: { type: "string", validate: isUri },
} as const;

/** RFC 7493, section 2.2: beyond this a JSON number may be another number by the time it is read. */
function isExact(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 53;
}

const rfc3986 = fullFormats.uri as (text: string) => boolean;

/** One that programs can open as well: RFC 3986 bounds no port and takes hosts that are none. */
function isUri(text: string): boolean {
  return rfc3986(text) && URL.canParse(text);
}
