import {
  type BodyContent,
  headerText,
  isBinaryType,
  isEventsType,
  type SampleResponse,
  writeXml,
} from "@contract-toolkit/contract";
import { writeEvents } from "../../wire-body.ts";
import type { Framing, ResponseForm } from "../../cases/clients/call-case.ts";
import { requestBodyBytes, chunked } from "../../cases/servers/raw-form.ts";

export interface RecorderResponse extends SampleResponse {
  readonly contentType?: string;
  /** The documented content of that type. */
  readonly content?: BodyContent | undefined;
  /** How the response is written on the wire, and when. */
  readonly form?: ResponseForm;
  /** Another server that headers of the response may name. */
  readonly elsewhere?: URL | undefined;
}

/** Writes a response in its form (RFC 9112, section 4). The connection ends after it. */
export function writeRecorderResponse(response: RecorderResponse, here: URL): Buffer {
  const { form = {}, contentType } = response;
  const status = form.status ?? response.status;
  const own = ownBody(response);
  const written = form.body ? requestBodyBytes(form.body, own) : own;
  const body = allowsBody(status) ? written : Buffer.alloc(0);
  const { lines, content } = frameBody(body, form.framing ?? { kind: "length" });
  const head = [
    ...(form.interim ?? []).map((interim) => `HTTP/1.1 ${interim}\r\n`),
    `HTTP/1.1 ${status} ${form.reason ?? "OK"}`,
    "Connection: close",
    ...recordedHeaderLines(response, {
      type: contentType ?? "",
      TYPE: contentType?.toUpperCase() ?? "",
      here: new URL(redirected, here).href,
      path: redirected,
      elsewhere: response.elsewhere?.href ?? "",
    }),
    ...(allowsBody(status) ? lines : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), content]);
}

const redirected = "/redirected";

export function ownBody({ body, content, contentType = "" }: RecorderResponse): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (content?.kind === "xml") return Buffer.from(writeXml(body, content));
  if (isEventsType(contentType) && Array.isArray(body))
    return Buffer.from(writeEvents(body, contentType));
  if (typeof body !== "string") return Buffer.from(JSON.stringify(body));
  if (isBinaryType(contentType)) return Buffer.from(body, "base64");
  return Buffer.from(contentType.startsWith("text/") ? body : JSON.stringify(body));
}

/** RFC 9110, section 6.4.1. */
function allowsBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** Cookies are not joined to one line, because a cookie can contain commas (RFC 6265, section 3). */
export function fieldValue(name: string, value: unknown): string | string[] {
  const isCookies = name.toLowerCase() === "set-cookie" && Array.isArray(value);
  return isCookies ? value.map(headerText) : headerText(value);
}

function recordedHeaderLines(
  { headers, contentType, form: { headers: changed = {} } = {} }: RecorderResponse,
  words: Readonly<Record<string, string>>,
): string[] {
  const own = { ...headers, ...(contentType !== undefined && { "Content-Type": contentType }) };
  const kept = Object.entries(own).filter(([name]) => !Object.hasOwn(changed, name));
  return [
    ...kept.flatMap(([name, value]) =>
      [fieldValue(name, value)].flat().map((text) => `${name}: ${text}`),
    ),
    ...Object.entries(changed).flatMap(([name, values]) =>
      values.map(
        (value) => `${name}: ${value.replace(word, (_, text: string) => words[text] ?? "")}`,
      ),
    ),
  ];
}

const word = /\{(type|TYPE|here|path|elsewhere)\}/g;

function frameBody(body: Buffer, framing: Framing): { lines: string[]; content: Buffer } {
  switch (framing.kind) {
    case "close":
      return { lines: [], content: body };
    case "length":
      return {
        lines: [`Content-Length: ${body.length + (framing.missingBytes ?? 0)}`],
        content: body,
      };
    case "chunks": {
      const { bytes, extension, isUnfinished, trailer } = framing;
      const end = isUnfinished ? "" : `0\r\n${trailer === undefined ? "" : `${trailer}\r\n`}\r\n`;
      return {
        lines: ["Transfer-Encoding: chunked"],
        content: chunked(body, bytes, extension, end),
      };
    }
  }
}
