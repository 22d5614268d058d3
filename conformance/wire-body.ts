import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import {
  type BodyContent,
  type FormField,
  bodyKindOf,
  formEntries,
  isBinaryType,
  isJsonLinesType,
  isJsonType,
  isObject,
  isUtf8Type,
  mediaTypeOf,
  readField,
  readXml,
  readForm,
  writeEvent,
  writeXml,
  ownValue,
  parseJson,
} from "@contract-toolkit/contract";

export interface WireBody {
  readonly body: string;
  /** `body` is the Base64 of bytes that are not text. */
  readonly encoding?: "base64";
  /** The content type with the parameters that a reader needs, such as the boundary between parts. */
  readonly contentType?: string;
}

export function writeContent(content: BodyContent | undefined, value: unknown): WireBody {
  const written = content ?? { contentType: "application/json" };
  switch (bodyKindOf(written)) {
    case "json":
      return { body: JSON.stringify(value) };
    case "bytes":
      return isBinaryType(written.contentType)
        ? { body: stringifyValue(value), encoding: "base64" }
        : { body: stringifyValue(value) };
    case "form":
      return { body: new URLSearchParams(formEntries(value)).toString() };
    case "parts":
      return {
        body: writeParts(written, value).toString("base64"),
        encoding: "base64",
        contentType: `${written.contentType}; boundary=${boundary}`,
      };
    case "xml":
      return { body: writeXml(value, written) };
    case "events":
      return { body: writeEvents(value, written.contentType) };
    case "text":
      return { body: stringifyValue(value) };
  }
}

/** Writes a list of events as a stream; any other value is one event. */
export function writeEvents(value: unknown, contentType?: string): string {
  const events: readonly unknown[] = Array.isArray(value) ? value : [value];
  return events.map((event) => writeEvent(event, contentType)).join("");
}

/** No sample contains it. */
export const boundary = "----contract-toolkit-7f6e2b4d9a3c4f51";

function writeParts(content: BodyContent, value: unknown): Buffer {
  const parts = formParts(content, value).map(({ head, content: bytes }) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head.join("\r\n")}\r\n\r\n`), bytes, lineEnd]),
  );
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

export interface FormPart {
  readonly name: string;
  readonly type: FormField["type"];
  readonly head: readonly string[];
  readonly content: Buffer;
}

/** The parts of a form (RFC 7578). A file has a name and a content type, JSON has a content type, text has neither. */
export function formParts({ fields = {} }: BodyContent, value: unknown): FormPart[] {
  const entries = Object.entries(isObject(value) ? value : {}).flatMap(([name, given]) => {
    const { list, type } = ownValue(fields, name) ?? {};
    const items: readonly unknown[] =
      Array.isArray(given) && (list || type !== "json") ? given : [given];
    return items.map((item) => [name, item] as const);
  });
  return entries.map(([name, item]) => {
    const { type = "string", contentTypes = ["application/octet-stream"] } =
      ownValue(fields, name) ?? {};
    const disposition = `Content-Disposition: form-data; name="${escapeFormName(name)}"`;
    const heads = {
      file: [
        `${disposition}; filename="${escapeFormName(name)}"`,
        `Content-Type: ${contentTypes[0] ?? ""}`,
      ],
      json: [disposition, "Content-Type: application/json"],
    };
    const head = type === "file" || type === "json" ? heads[type] : [disposition];
    const content =
      type === "file" && typeof item === "string"
        ? Buffer.from(item, "base64")
        : Buffer.from(type === "json" ? JSON.stringify(item) : stringifyValue(item));
    return { name, type, head, content };
  });
}

const lineEnd = Buffer.from("\r\n");

/** Browsers escape names in this way (HTML Living Standard, section 4.10.21.8). */
function escapeFormName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

/** Reads a received body in the form that samples have. */
export async function readContent(
  content: BodyContent | undefined,
  bytes: Buffer,
  contentType: string,
): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  const plain = bytes.toString("utf8");
  switch (content && bodyKindOf(content)) {
    case "bytes":
      return bytes.toString("base64");
    case "form":
      return { ...readForm(content?.fields ?? {}, textsByName(new URLSearchParams(plain))).value };
    case "parts":
      return readFormParts(content, bytes, contentType);
    case "events":
      return parseEventTexts(plain, contentType) ?? plain;
    case "xml":
      return readXmlText(plain, content).value ?? plain;
    default:
      return jsonOr(plain);
  }
}

async function readFormParts(
  content: BodyContent | undefined,
  bytes: Buffer,
  contentType: string,
): Promise<unknown> {
  const init = { headers: { "Content-Type": contentType } };
  const form = await new Response(new Uint8Array(bytes), init).formData();
  const values: Record<string, unknown> = {};
  for (const [name, entry] of form) {
    const field = ownValue(content?.fields ?? {}, name);
    const read = typeof entry === "string" ? entry : Buffer.from(await entry.arrayBuffer());
    const value =
      field?.type === "file"
        ? Buffer.from(read).toString("base64")
        : field?.type === "json"
          ? jsonOr(read.toString())
          : readField(field, read.toString());
    const known = ownValue(values, name);
    if (!field?.list) values[name] = value;
    else values[name] = Array.isArray(known) ? [...(known as unknown[]), value] : [value];
  }
  return values;
}

function textsByName(entries: URLSearchParams): Map<string, string[]> {
  return new Map([...new Set(entries.keys())].map((name) => [name, entries.getAll(name)]));
}

/** Reads XML; without a value if anything is wrong. */
export function readXmlText(given: string, content: Partial<BodyContent> = {}) {
  const parser = new DOMParser({ onError: onErrorStopParsing });
  const { value, violations } = readXml(given, content, parser);
  return violations.length > 0 ? { violations } : { value, violations };
}

/** Reads the data of the events in a text; undefined if one of them is not JSON. */
export function parseEventTexts(given: string, contentType: string): unknown[] | undefined {
  const blocks = given.split(/(?:\r\n|\n|\r){2,}/).map((block) => block.split(/\r\n|\n|\r/));
  const data = isJsonLinesType(contentType)
    ? given.split("\n").flatMap((line) => (line.trim() === "" ? [] : [[line]]))
    : blocks
        .map((lines) =>
          lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5)),
        )
        .filter((lines) => lines.length > 0);
  const values = data.map((lines) => parseJson(lines.join("\n")));
  return values.includes(undefined) ? undefined : values;
}

/** Parses JSON. Any other text is returned unchanged. */
export function jsonOr(given: string): unknown {
  const value = parseJson(given);
  return value === undefined ? given : value;
}

/** A text unchanged, and any other value as JSON. */
export function stringifyValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Whether a received Content-Type is the expected one, in any spelling (RFC 9110, section 8.3). The boundary of parts may
 * differ. JSON has no parameters (RFC 8259, section 11), so they do not matter. UTF-8 text may have a charset.
 */
export function isSameType(expected: string, sent: string): boolean {
  const type = mediaTypeOf(expected);
  if (type !== mediaTypeOf(sent)) return false;
  if (type.startsWith("multipart/")) return true;
  if (!isUtf8Type(sent)) return false;
  const parameters = mediaTypeParameters(sent);
  return (
    mediaTypeParameters(expected).every((parameter) => parameters.includes(parameter)) &&
    (isJsonType(type) ||
      parameters.every((parameter) => mediaTypeParameters(expected).includes(parameter)))
  );
}

/** Parameters without the charset. Their names have no case, and quotation marks are not part of a value. */
function mediaTypeParameters(contentType: string): string[] {
  return contentType
    .split(";")
    .slice(1)
    .map((parameter) => parameter.trim().replaceAll('"', ""))
    .map((parameter) => parameter.replace(/^[^=]*/, (name) => name.toLowerCase()))
    .filter((parameter) => parameter !== "" && !parameter.startsWith("charset="));
}
