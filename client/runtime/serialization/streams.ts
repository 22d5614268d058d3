import {
  byteBody,
  toByteChunks,
  isObject,
  readEvents,
  streamOf,
  writeEvent,
  type BodyContent,
  type ByteSource,
  type EventStream,
} from "@contract-toolkit/contract";
import { abortedError, TransportError, type FailedCall } from "../errors.ts";
import type { SentBody, BodyReading } from "./codecs.ts";

/** Sends bytes, and reads bytes and events as they arrive: the option `streams` of a client. */
export const streams = {
  /** @throws {TypeError} if the value has no bytes */
  toSend({ kind, contentType }: BodyContent, value: unknown): SentBody {
    if (kind === "events") return itemsToSend(value, contentType);
    // `fetch` refuses shared memory.
    if (value instanceof Uint8Array) return value.slice();
    if (value instanceof Blob || value instanceof ReadableStream) return value;
    if (isObject(value) && Symbol.asyncIterator in value)
      return streamOf(toByteChunks(value as unknown as ByteSource));
    throw new TypeError("bytes must be a Uint8Array, a Blob or a stream");
  },
  read(response: Response, { content, validate, call, signal }: BodyReading): unknown {
    const chunks = readStreamBytes(response, call, signal);
    if (content.kind === "events") {
      validate([]);
      return eventStream(readEvents(chunks, content.contentType), validate, call);
    }
    const body = byteBody(chunks);
    validate(body);
    return body;
  },
};

/** A list is sent as a whole, because browsers send streams only by HTTP/2. */
function itemsToSend(value: unknown, contentType: string): SentBody {
  if (Array.isArray(value)) return value.map((value) => writeEvent(value, contentType)).join("");
  if (!isObject(value)) throw new TypeError("a stream must be a list or an iterable");
  return streamOf(writtenItems(value as unknown as Items, contentType));
}

type Items = AsyncIterable<unknown> | Iterable<unknown>;

async function* writtenItems(items: Items, contentType: string): AsyncGenerator<Uint8Array> {
  for await (const item of items) yield new TextEncoder().encode(writeEvent(item, contentType));
}

async function* readStreamBytes(
  response: Response,
  call: FailedCall,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  try {
    yield* toByteChunks(response.body as ByteSource);
  } catch (cause) {
    if (signal?.aborted) throw abortedError(signal, call);
    throw new TransportError("network", "the response was interrupted", call, cause);
  }
}

/** The events of a response. Each is parsed as JSON and validated when it arrives. */
function eventStream(
  texts: AsyncIterable<string>,
  validate: (events: readonly unknown[]) => void,
  call: FailedCall,
): EventStream<unknown> {
  let isTaken = false;
  return {
    kind: "events",
    [Symbol.asyncIterator]() {
      if (isTaken) throw new TypeError("A stream of events can be read once.");
      isTaken = true;
      return parseEvents(texts, validate, call);
    },
  };
}

async function* parseEvents(
  texts: AsyncIterable<string>,
  validate: (events: readonly unknown[]) => void,
  call: FailedCall,
): AsyncGenerator {
  for await (const text of texts) {
    const event = parseEventJson(text, call);
    validate([event]);
    yield event;
  }
}

function parseEventJson(text: string, call: FailedCall): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const failed = { ...call, text };
    throw new TransportError("invalid-body", "sent an event that is not JSON", failed, cause);
  }
}
