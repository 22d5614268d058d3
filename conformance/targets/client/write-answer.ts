import { isObject, headerText } from "@contract-toolkit/kernel";
import type { Framing, AnswerForm } from "../../http/client/call-case.ts";
import { bodyBytes, chunked } from "../../http/raw-form.ts";
import type { RecorderAnswer } from "./recorder/recorder.ts";

/** What the words in braces of an answer's headers stand for. */
export type Words = Readonly<Record<"type" | "TYPE" | "here" | "path" | "elsewhere", string>>;

/** Writes an answer in a raw form (RFC 9112, section 4). The connection ends with it. */
export function writeAnswer(
  response: Pick<RecorderAnswer, "status" | "headers" | "body" | "contentType">,
  raw: AnswerForm,
  words: Words,
): Buffer {
  const status = raw.status ?? response.status;
  const json = response.body === undefined ? "" : JSON.stringify(response.body);
  const own = Buffer.from(json);
  const written = raw.body
    ? bodyBytes({ ...raw.body, text: filledIn(raw.body.text, json) }, own)
    : own;
  const body = hasBody(status) ? written : Buffer.alloc(0);
  const { lines, content } = framed(body, raw.framing ?? { kind: "length" });
  const head = [
    ...(raw.interim ?? []).map((interim) => `HTTP/1.1 ${interim}\r\n`),
    `HTTP/1.1 ${status} ${raw.reason ?? "OK"}`,
    "Connection: close",
    ...fieldLines(response, raw.headers, words),
    ...(hasBody(status) ? lines : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), content]);
}

/** RFC 9110, section 6.4.1. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

function fieldLines(
  { headers, contentType }: Pick<RecorderAnswer, "headers" | "contentType">,
  changed: AnswerForm["headers"] = {},
  words: Words,
): string[] {
  const own = {
    ...Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, headerText(each)])),
    ...(contentType !== undefined && { "Content-Type": contentType }),
  };
  const kept = Object.entries(own).filter(([name]) => !Object.hasOwn(changed, name));
  return [
    ...kept.map(([name, value]) => `${name}: ${value}`),
    ...Object.entries(changed).flatMap(([name, values]) =>
      values.map(
        (value) => `${name}: ${value.replace(word, (_, each: keyof Words) => words[each])}`,
      ),
    ),
  ];
}

const word = /\{(type|TYPE|here|path|elsewhere)\}/g;

function framed(body: Buffer, framing: Framing): { lines: string[]; content: Buffer } {
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

function filledIn(template: string, json: string): string {
  return template
    .replaceAll("{quoted}", () => JSON.stringify(json))
    .replaceAll("{slashes}", () => json.replaceAll("/", "\\/"))
    .replaceAll("{lines}", () => onLines(json))
    .replaceAll("{backwards}", () => JSON.stringify(backwards(JSON.parse(json))));
}

function onLines(json: string): string {
  return JSON.stringify(JSON.parse(json), undefined, "\t").replaceAll("\n", "\r\n");
}

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, backwards(each)]),
  );
}
