import { setTimeout as pause } from "node:timers/promises";
import type { Operation, SampleRequest } from "@contract-toolkit/contract";
import { jsonOr } from "../../wire-body.ts";
import type { SentMessage } from "../../provider.ts";
import type { Recorded, Recorder } from "../../targets/recording-server/recorder.ts";
import type { RecorderResponse } from "../../targets/recording-server/write-response.ts";

/** Where the server under test sends its messages during one scenario. */
export interface Inbox {
  readonly url: string;
  /**
   * Takes the oldest message to a path below the inbox that was not taken yet. Repeats of taken messages are skipped, unless
   * `isRepeated` asks for one.
   */
  take(
    at: string,
    how: { readonly withinSeconds: number; readonly isRepeated: boolean },
  ): Promise<Recorded | undefined>;
  /**
   * Waits for late repeats of what was sent before, so that what arrives afterwards has another cause.
   *
   * @param since when the server was last asked for something
   */
  settle(since: number): Promise<void>;
  /** Messages to a path below the inbox since it has settled, also repeats, that were not taken. */
  arrivals(at: string, withinSeconds: number): Promise<readonly Recorded[]>;
  /** Sets the response to messages to a path below the inbox. */
  response(at: string, response: RecorderResponse): void;
  /** Messages that were not taken and repeat no taken message. */
  unexpected(): readonly Recorded[];
  /** What was sent and not taken, as text for a finding. */
  others(): readonly string[];
}

/** A sender may repeat a message at once, and notes its attempts. */
const SETTLING_MS = 200;

/**
 * Makes an inbox below a path of a recorder.
 *
 * @param idHeader header with the id of a message, which may be signed anew when it is repeated; without it, equal bodies are
 * the same message
 */
export function openInbox(recorder: Recorder, part: string, idHeader = ""): Inbox {
  const identityOf = ({ target, headers, body }: Recorded) =>
    `${target} ${String(headers[idHeader.toLowerCase()] ?? body)}`;
  const taken = new Set<Recorded>();
  let settled: ReadonlySet<Recorded> = new Set();
  const repeats = (message: Recorded): boolean =>
    [...taken].some((recorded) => identityOf(recorded) === identityOf(message));
  const untaken = (at: string): Recorded[] =>
    recorder.requests.filter(
      (message) => message.target.startsWith(`/${part}${at}`) && !taken.has(message),
    );
  const responses = new Map<string, RecorderResponse>();
  let next = Promise.withResolvers<undefined>();
  let arrivedAt = 0;
  recorder.responseTo = ({ target }) => {
    arrivedAt = performance.now();
    next.resolve(undefined);
    next = Promise.withResolvers();
    return responses.get(target.split("?")[0] ?? "");
  };
  return {
    url: new URL(`/${part}`, recorder.url).href,
    response(at, response) {
      responses.set(`/${part}${at}`, response);
    },
    async take(at, { withinSeconds, isRepeated }) {
      const end = performance.now() + withinSeconds * 1000;
      for (;;) {
        const message = untaken(at).find((recorded) => repeats(recorded) === isRepeated);
        if (message) taken.add(message);
        const leftMs = end - performance.now();
        if (message || leftMs <= 0) return message;
        await Promise.race([next.promise, pause(leftMs, undefined, { ref: false })]);
      }
    },
    async settle(since) {
      const end = Math.max(since, arrivedAt) + SETTLING_MS;
      await pause(Math.max(0, end - performance.now()));
      settled = new Set(recorder.requests);
    },
    async arrivals(at, withinSeconds) {
      await pause(withinSeconds * 1000);
      return untaken(at).filter((message) => !settled.has(message));
    },
    others: () =>
      recorder.requests
        .filter((message) => !taken.has(message))
        .map(
          (message) =>
            `${message.method} ${message.target.replace(`/${part}`, "") || "/"}${repeats(message) ? ", again" : ""}`,
        ),
    unexpected: () => untaken("").filter((message) => !repeats(message)),
  };
}

export function readSentMessage(operation: Operation, { headers, body }: Recorded): SentMessage {
  const documented = operation.parameters.filter((parameter) => parameter.in === "header");
  const request: SampleRequest = {
    path: {},
    query: {},
    headers: Object.fromEntries(
      documented.flatMap(({ name, type }) => {
        const value = headers[name.toLowerCase()];
        if (value === undefined) return [];
        const isNumber = type === "integer" || type === "number";
        return [[name, isNumber ? Number(value) : value]];
      }),
    ),
    body: jsonOr(body),
  };
  return { operation, request, text: body };
}
