import {
  byteBody,
  chunksOf,
  isObject,
  readEvents,
  streamOf,
  type ByteSource,
  type EventStream,
} from "@contract-toolkit/kernel";
import { abortedError } from "../attempt.ts";
import { TransportError, type FailedCall } from "../errors.ts";
import type { SentBody, StreamReading } from "./codecs.ts";

/** Sends bytes, and reads bytes and events while they come: the option `streams` of a client. */
export const streams = {
  /** @throws {TypeError} for what has no bytes */
  toSend(value: unknown): SentBody {
    // A copy, since what is sent may not be memory that is shared.
    if (value instanceof Uint8Array) return value.slice();
    if (value instanceof Blob || value instanceof ReadableStream) return value;
    if (isObject(value) && Symbol.asyncIterator in value)
      return streamOf(chunksOf(value as unknown as ByteSource));
    throw new TypeError("bytes have to be a Uint8Array, a Blob or a stream");
  },
  read(response: Response, { isEvents, judge, call, signal }: StreamReading): unknown {
    const chunks = bytesOf(response, call, signal);
    if (isEvents) {
      judge([]);
      return eventStream(chunks, judge, call);
    }
    const body = byteBody(chunks);
    judge(body);
    return body;
  },
};

async function* bytesOf(
  response: Response,
  call: FailedCall,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  try {
    yield* chunksOf(response.body as ByteSource);
  } catch (cause) {
    if (signal?.aborted) throw abortedError(signal, call);
    throw new TransportError("network", "broke off in its answer", call, cause);
  }
}

/** The events of an answer, each read as JSON and judged when it comes. */
function eventStream(
  chunks: AsyncIterable<Uint8Array>,
  judge: (events: readonly unknown[]) => void,
  call: FailedCall,
): EventStream<unknown> {
  let isTaken = false;
  return {
    kind: "events",
    [Symbol.asyncIterator]() {
      if (isTaken) throw new TypeError("Events that come as a stream can be read once.");
      isTaken = true;
      return eventsOf(chunks, judge, call);
    },
  };
}

async function* eventsOf(
  chunks: AsyncIterable<Uint8Array>,
  judge: (events: readonly unknown[]) => void,
  call: FailedCall,
): AsyncGenerator {
  for await (const text of readEvents(chunks)) {
    const event = parse(text, call);
    judge([event]);
    yield event;
  }
}

function parse(text: string, call: FailedCall): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const told = { ...call, text };
    throw new TransportError("invalid-body", "sent an event that is not JSON", told, cause);
  }
}
