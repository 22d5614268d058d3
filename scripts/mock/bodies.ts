import {
  bodyKindOf,
  isBinaryType,
  isObject,
  type BodyContent,
  type ByteBody,
  type EventStream,
  type FormBody,
} from "@contract-toolkit/contract";

/** Converts a body that a handler received into the form of samples: bytes, and files of a form, are Base64; a stream is the list of its items. */
export async function sampledBody(body: unknown): Promise<unknown> {
  if (isByteBody(body)) return base64Of(body);
  if (isObject(body) && body["kind"] === "events")
    return collected(body as unknown as EventStream<unknown>);
  if (!isFormBody(body)) return body;
  const fields = Object.entries(await body.read()).map(async ([name, value]) => [
    name,
    await (Array.isArray(value) ? Promise.all(value.map(sampledField)) : sampledField(value)),
  ]);
  return Object.fromEntries((await Promise.all(fields)) as [string, unknown][]);
}

/** Converts the body of a sample into the form that a handler answers. */
export function answeredBody(content: BodyContent | undefined, sampled: unknown): unknown {
  if (!content || bodyKindOf(content) !== "bytes") return sampled;
  return Buffer.from(String(sampled), isBinaryType(content.contentType) ? "base64" : "utf8");
}

function sampledField(value: unknown): unknown {
  return isObject(value) && "filename" in value && isByteBody(value["body"])
    ? base64Of(value["body"])
    : value;
}

export function isByteBody(body: unknown): body is ByteBody {
  return isObject(body) && typeof body["bytes"] === "function";
}

function isFormBody(body: unknown): body is FormBody<Record<string, unknown>> {
  return isObject(body) && typeof body["read"] === "function";
}

async function collected(events: EventStream<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function base64Of(body: ByteBody): Promise<string> {
  return Buffer.from(await body.bytes()).toString("base64");
}
