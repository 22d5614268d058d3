import { gzipSync } from "node:zlib";
import { isObject, type Operation } from "@contract-toolkit/contract";
import { withoutScheme } from "../../exchanges/secrets.ts";
import type { WireRequest } from "../../request.ts";

/** How a request differs on the wire, which a structured request cannot express. */
export interface RawForm {
  readonly method?: string;
  /**
   * The request target. `{path}` and `{query}` (with its question mark) are those of the request. `{query?}` has a question mark
   * even if the query is empty. `{origin}` is that of the server. `{path:a:b}` is the path with the segment `b` instead of `a`.
   */
  readonly target?: string;
  /** Other texts of parameters in the request target. */
  readonly parameters?: readonly RawParameter[];
  /** Text that is added to the query. `{field:name}` is the escaped value of a header. */
  readonly query?: string;
  /**
   * Header values by name; an empty list removes the header. `{value}` is the value of the request, `{credential}` the value
   * without its scheme, `{field:name}` the value of another header.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly body?: RawBody;
  /** The body is sent in chunks of at most so many bytes (RFC 9112, section 7.1), without Content-Length. */
  readonly chunkBytes?: number;
  /** How the coding of chunks is written. */
  readonly coding?: string;
  /** The request is sent twice at once, the second time without waiting for the response (RFC 9112, section 9.3.2). */
  readonly isPipelined?: true;
  /** The request in this form is sent first, and then, over the same connection, without these headers. */
  readonly isBefore?: true;
}

export interface RawParameter {
  readonly in: "path" | "query";
  readonly name: string;
  /**
   * `{value}` is the text in the request, `{escaped}` has each byte as an escape, `{twice}` has each byte escaped twice. Without
   * a text, the parameter is left out of the query.
   */
  readonly text?: string;
  /** Another name. */
  readonly as?: string;
}

export interface RawBody {
  /**
   * `{body}` is the body of the message, `{open}` the body without its last character, `{rest}` without its first, `{units}` with
   * each character of its texts as an escape (RFC 8259, section 7), `{quoted}` as a text in JSON, `{slashes}` with escaped
   * slashes, `{lines}` with white space wherever JSON allows it, `{backwards}` with names in reverse sequence. `{hex:ff}` is a
   * byte.
   */
  readonly text: string;
  /** A text in the body of the message that is replaced by another. */
  readonly replaced?: { readonly text: string; readonly by: string };
  readonly paddedToBytes?: number;
  readonly paddedWith?: string;
  readonly gzip?: true;
}

/** Combines two forms. The second one wins. */
export function mergeRawForms(left: RawForm, right: RawForm): RawForm {
  return { ...left, ...right, headers: { ...left.headers, ...right.headers } };
}

export interface RawRequest {
  readonly method: string;
  readonly head: Buffer;
  readonly body: Buffer;
}

/** Writes a request in a raw form (RFC 9112, section 2.1). */
export function writeRaw(operation: Operation, wire: WireRequest, raw: RawForm): RawRequest {
  const method = raw.method ?? wire.method;
  const own = wire.body === undefined ? undefined : Buffer.from(wire.body, wire.encoding ?? "utf8");
  const bytes = raw.body ? requestBodyBytes(raw.body, own ?? Buffer.alloc(0)) : own;
  const mayHaveBody = bytes !== undefined || ["POST", "PUT", "PATCH"].includes(method);
  const isChunked = raw.chunkBytes !== undefined;
  const framing: [string, string][] = isChunked
    ? [["Transfer-Encoding", raw.coding ?? "chunked"]]
    : mayHaveBody
      ? [["Content-Length", String(bytes?.length ?? 0)]]
      : [];
  const lines = [
    `${method} ${requestTarget(operation, wire, raw)} HTTP/1.1`,
    ...[...mergeHeaderLines({ Host: wire.url.host, ...wire.headers }, raw.headers), ...framing].map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ];
  const content = bytes ?? Buffer.alloc(0);
  const head = `${lines.join("\r\n")}\r\n\r\n`;
  return {
    method,
    head: Buffer.from(raw.isPipelined ? head + head : head, "latin1"),
    body: isChunked ? chunked(content, raw.chunkBytes) : content,
  };
}

function requestTarget(operation: Operation, { url, headers }: WireRequest, raw: RawForm): string {
  const path = (raw.parameters ?? [])
    .filter((parameter) => parameter.in === "path")
    .reduce((changed, parameter) => withPathText(operation, changed, parameter), url.pathname);
  const further = fillFieldPlaceholders(raw.query ?? "", headers, encodeURIComponent);
  const query = withQueryTexts(url.search.slice(1), { ...raw, query: further });
  const search = query === "" ? "" : `?${query}`;
  return raw.target === undefined
    ? path + search
    : raw.target.replace(placeholder, (_, word: string, segment?: string, replacement = "") => {
        if (word === "query?") return `?${query}`;
        if (word === "query") return search;
        if (word === "origin") return url.origin;
        const replaced = (text: string) => (text === segment ? String(replacement) : text);
        return path.split("/").map(replaced).join("/");
      });
}

const placeholder = /\{(path|query\??|origin)(?::([^:}]*):([^}]*))?\}/g;

function withPathText(
  operation: Operation,
  pathname: string,
  { name, text = "" }: RawParameter,
): string {
  const documented = operation.path.split("/");
  const segments = pathname.split("/");
  // The URL of the server may have a path.
  const before = segments.length - documented.length;
  return segments
    .map((segment, index) => {
      const template = documented[index - before] ?? "";
      const [start, end] = template.split(`{${name}}`);
      if (start === undefined || end === undefined) return segment;
      const own = segment.slice(start.length, segment.length - end.length);
      return start + fillSpelling(text, own) + end;
    })
    .join("/");
}

function withQueryTexts(query: string, { parameters = [], query: further }: RawForm): string {
  const changed = parameters.filter((parameter) => parameter.in === "query");
  const pairs = query.split("&").map((pair) => {
    const mark = pair.indexOf("=");
    const change = changed.find(({ name }) => decodeURIComponent(pair.slice(0, mark)) === name);
    if (!change) return pair;
    if (change.text === undefined) return "";
    return `${change.as ?? pair.slice(0, mark)}=${fillSpelling(change.text, pair.slice(mark + 1))}`;
  });
  return [...pairs, further ?? ""].filter((pair) => pair !== "").join("&");
}

function fillSpelling(text: string, written: string): string {
  const escaped = Buffer.from(decodeURIComponent(written.replaceAll("+", " "))).toString("hex");
  const item = escaped.replace(/../g, (byte) => `%${byte.toUpperCase()}`);
  return text
    .replaceAll("{value}", () => written)
    .replaceAll("{escaped}", () => item)
    .replaceAll("{twice}", () => item.replaceAll("%", "%25"));
}

function mergeHeaderLines(
  own: Readonly<Record<string, string>>,
  changed: RawForm["headers"] = {},
): (readonly [string, string])[] {
  const changes = new Map(
    Object.entries(changed).map(([name, values]) => [name.toLowerCase(), values] as const),
  );
  const kept = Object.entries(own).filter(([name]) => !changes.has(name.toLowerCase()));
  const added = Object.entries(changed).flatMap(([name, values]) =>
    values.map(
      (value) =>
        [
          name,
          fillFieldPlaceholders(fillHeaderLine(value, findHeaderValue(own, name)), own),
        ] as const,
    ),
  );
  return [...kept, ...added];
}

function findHeaderValue(fields: Readonly<Record<string, string>>, name: string): string {
  const isMeant = ([key]: readonly [string, string]) => key.toLowerCase() === name.toLowerCase();
  return Object.entries(fields).find(isMeant)?.[1] ?? "";
}

function fillFieldPlaceholders(
  text: string,
  own: Readonly<Record<string, string>>,
  written: (value: string) => string = String,
): string {
  return text.replace(/\{field:([^{}]+)\}/g, (_, name: string) =>
    written(findHeaderValue(own, name)),
  );
}

function fillHeaderLine(template: string, own: string): string {
  return template
    .replaceAll("{value}", () => own)
    .replaceAll("{credential}", () => withoutScheme(own));
}

export function requestBodyBytes(
  { text, replaced, paddedToBytes = 0, paddedWith = " ", gzip }: RawBody,
  given: Buffer,
): Buffer {
  const own = replaced
    ? Buffer.from(given.toString().replace(replaced.text, () => replaced.by))
    : given;
  const bytes = Buffer.concat(text.split(token).map((part) => fillBodyPart(part, own)));
  const padding = Buffer.alloc(Math.max(paddedToBytes - bytes.length, 0), paddedWith);
  const whole = Buffer.concat([bytes, padding]);
  return gzip ? gzipSync(whole) : whole;
}

const token = /(\{(?:body|open|rest|units|quoted|slashes|lines|backwards|hex:[\da-f]+)\})/;

function fillBodyPart(part: string, own: Buffer): Buffer {
  const [, name = "", hex] = /^\{(\w+)(?::([\da-f]+))?\}$/.exec(part) ?? [];
  if (hex !== undefined) return Buffer.from(hex, "hex");
  const made = token.test(part) ? tokens[name]?.(own) : part;
  return typeof made === "string" ? Buffer.from(made) : (made ?? own);
}

const tokens: Readonly<Record<string, (own: Buffer) => Buffer | string>> = {
  body: (own) => own,
  open: (own) => own.subarray(0, -1),
  rest: (own) => own.subarray(1),
  units: (own) => own.toString().replace(/"(?:[^"\\]|\\.)*"/g, inUnits),
  quoted: (own) => JSON.stringify(own.toString()),
  slashes: (own) => own.toString().replaceAll("/", "\\/"),
  lines: (own) => JSON.stringify(JSON.parse(own.toString()), null, "\t").replaceAll("\n", "\r\n"),
  backwards: (own) => JSON.stringify(backwards(JSON.parse(own.toString()))),
};

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).toReversed();
  return Object.fromEntries(fields.map(([name, value]) => [name, backwards(value)]));
}

function inUnits(json: string): string {
  const text = JSON.parse(json) as string;
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
}

/** Writes bytes in chunks (RFC 9112, section 7.1), each with the extension, and the end of the body after them. */
export function chunked(bytes: Buffer, most = 1, extension = "", end = "0\r\n\r\n"): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += most) {
    const chunk = bytes.subarray(at, at + most);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, lineEnd);
  }
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

const lineEnd = Buffer.from("\r\n");
