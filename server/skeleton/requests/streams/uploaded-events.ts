import { setImmediate as otherRequests } from "node:timers/promises";
import {
  type EventStream,
  maxEventLength,
  readEvents,
  type Violation,
} from "@contract-toolkit/contract/messages";
import { decodeJson } from "../content.ts";
import { invalidRequest, malformed } from "../invalid-request.ts";
import { ProblemError } from "../../problem.ts";
import { tooLarge } from "./chunks.ts";
import { Failure, type StreamedBody } from "./streamed-body.ts";

/** The violations of a part of a body that is read as it arrives: some fields of a form, or one item of a list. */
export type JudgeBody = (
  body: Readonly<Record<string, unknown>> | readonly unknown[],
) => readonly Violation[] | Promise<readonly Violation[]>;

/** A stream of items, which a handler gets one by one. Each is validated before. */
export class UploadedEvents implements EventStream<unknown>, StreamedBody {
  readonly kind = "events";
  readonly #items: AsyncGenerator;
  readonly #failure = new Failure();

  constructor(chunks: AsyncIterable<Uint8Array>, contentType: string, judge: JudgeBody) {
    this.#items = this.#failure.of(readUploadedItems(chunks, contentType, judge));
  }

  /** Breaking out of a loop does not end the stream. It is read to its end after the handler answered without a stream. */
  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return { next: () => this.#items.next() };
  }

  async finish(isPassedOn: boolean): Promise<void> {
    while (!isPassedOn && (await this.#items.next()).done !== true);
    await this.#failure.rethrow();
  }
}

/** Items that have arrived are read without a turn of the event loop, so many short ones would stop all other requests. */
const ITEMS_OF_A_TURN = 1_000;

async function* readUploadedItems(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  judge: JudgeBody,
): AsyncGenerator {
  let index = 0;
  for await (const text of readTexts(chunks, contentType)) {
    const { value, rounded, violations } = decodeJson(text);
    const broken = violations.length > 0 ? violations : await judge([value]);
    const problem = invalidRequest(
      broken.map((violation) => ({
        ...violation,
        pointer: violation.pointer.replace(/^\/body(\/0)?/, `/body/${index}`),
      })),
      [],
    );
    if (problem) throw new ProblemError(problem);
    yield rounded ? rounded() : value;
    index += 1;
    if (index % ITEMS_OF_A_TURN === 0) await otherRequests();
  }
}

async function* readTexts(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<string> {
  try {
    yield* readEvents(chunks, contentType);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxEventLength);
    if (error instanceof TypeError) throw malformed("must be JSON in UTF-8");
    throw error;
  }
}
