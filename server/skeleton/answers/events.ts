import { writeEvent } from "@contract-toolkit/kernel/messages";

/**
 * Events as they are written, each when it has been judged.
 *
 * @param check rejects for an event that is not of the documented type
 */
export async function* eventChunks(
  events: AsyncIterable<unknown> | Iterable<unknown>,
  check: (event: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  for await (const event of events) {
    await check(event);
    yield Buffer.from(writeEvent(event));
  }
}
