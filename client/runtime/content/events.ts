import { readEvents, type EventStream } from "@contract-toolkit/kernel";
import { TransportError, type FailedCall } from "../errors.ts";

/**
 * The events of an answer, each read as JSON and judged when it comes.
 *
 * @param judge throws for an event outside the contract
 */
export function eventStream(
  chunks: AsyncIterable<Uint8Array>,
  judge: (event: unknown) => void,
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
  judge: (event: unknown) => void,
  call: FailedCall,
): AsyncGenerator {
  for await (const text of readEvents(chunks)) {
    const event = parse(text, call);
    judge(event);
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
