import type { HttpOperationResponse, HttpPayloadBody, HttpProperty } from "@typespec/http";
import type { Program } from "@typespec/compiler";
import type { RecordedSample } from "@contract-toolkit/conformance/internal";
import { isObject } from "@contract-toolkit/contract";
import { objectText, typeSpecString } from "@contract-toolkit/import/texts";
import type { Specification } from "@contract-toolkit/generate";
import { writeMembers, writeValue } from "./write-value.ts";

/** An operation of a specification. */
export type SpecifiedOperation = Specification["services"][number]["operations"][number];

/** Writes a sample as `@opExample`; undefined if a value has no literal of its type. */
export function writeSample(
  program: Program,
  { http }: SpecifiedOperation,
  { name, why, request, response }: RecordedSample,
): string | undefined {
  const { path, query, headers, cookies = {}, contentType, body } = request;
  const parts: Record<string, Readonly<Record<string, unknown>>> = {
    ...{ path, query, cookie: cookies },
    header: byLowerName(headers),
  };
  const parameters = writeMessage(
    program,
    http.parameters,
    (property) =>
      property.kind === "contentType" ? contentType : parts[property.kind]?.[nameOf(property)],
    body,
  );
  const returnType = writeResponse(program, http.responses, response);
  if (parameters === undefined || returnType === undefined) return undefined;
  const shown = objectText([
    ["parameters", parameters],
    ["returnType", returnType],
  ]);
  const options = objectText([
    ["title", typeSpecString(name)],
    ["description", typeSpecString(why)],
  ]);
  return `@opExample(${shown}, ${options})`;
}

function writeResponse(
  program: Program,
  responses: readonly HttpOperationResponse[],
  { status, headers, contentType, body }: RecordedSample["response"],
): string | undefined {
  const sent = byLowerName(headers);
  for (const { statusCodes, responses: contents } of responses) {
    const isOfStatus =
      statusCodes === "*" ||
      statusCodes === status ||
      (typeof statusCodes === "object" && statusCodes.start <= status && status <= statusCodes.end);
    if (!isOfStatus) continue;
    const content =
      contents.find((known) => known.body?.contentTypes.includes(contentType ?? "")) ?? contents[0];
    const text =
      content &&
      writeMessage(
        program,
        content,
        (property) => {
          if (property.kind === "statusCode") return status;
          return property.kind === "contentType" ? contentType : sent[nameOf(property)];
        },
        body,
      );
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Writes a message with its values where its properties are. */
function writeMessage(
  program: Program,
  {
    properties,
    body,
  }: { readonly properties: readonly HttpProperty[]; readonly body?: HttpPayloadBody },
  valueOf: (property: HttpProperty) => unknown,
  content: unknown,
): string | undefined {
  const root: Members = new Map();
  for (const property of properties) {
    if (["body", "bodyRoot", "multipartBody", "bodyProperty"].includes(property.kind)) continue;
    const value = valueOf(property);
    if (value === undefined) continue;
    const text = writeValue(program, property.property, value);
    if (text === undefined) return undefined;
    put(root, property.path.map(String), text);
  }
  if (content === undefined || !body) return textOf(root);
  const whole = properties.find(({ kind }) => kind === "body" || kind === "bodyRoot");
  if (whole) {
    const text = writeValue(program, whole.property, content);
    if (text === undefined) return undefined;
    put(root, whole.path.map(String), text);
    return textOf(root);
  }
  const { type } = body;
  if (type.kind !== "Model" || !isObject(content))
    return root.size === 0 ? writeValue(program, type, content) : undefined;
  const members = writeMembers(program, type, content);
  if (!members) return undefined;
  for (const [name, text] of members) put(root, [name], text);
  return textOf(root);
}

type Members = Map<string, string | Members>;

function put(members: Members, [name = "", ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) members.set(name, text);
  else {
    const inner = members.get(name);
    const inside: Members = inner instanceof Map ? inner : new Map();
    put(inside, rest, text);
    members.set(name, inside);
  }
}

function textOf(members: Members): string {
  return objectText(
    [...members].map(([name, inside]) => [
      name,
      typeof inside === "string" ? inside : textOf(inside),
    ]),
  );
}

function byLowerName(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The name of a parameter or header on the wire. */
function nameOf({ kind, property, ...further }: HttpProperty): string {
  const { options } = further as { options?: { readonly name: string } };
  const name = options?.name ?? property.name;
  return kind === "header" ? name.toLowerCase() : name;
}
