import { setTimeout as pause } from "node:timers/promises";
import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import type { SentMessage } from "../provider.ts";
import type { Recorded, Recorder, RecorderAnswer } from "../targets/recorder/recorder.ts";

/** Where the server under test sends its messages during one scenario. */
export interface Inbox {
  readonly url: string;
  /** The oldest message to a path below the inbox that was not taken yet. */
  take(at: string, withinSeconds: number): Promise<Recorded | undefined>;
  /** Says what messages to a path below the inbox are answered from here on. */
  answer(at: string, answer: RecorderAnswer): void;
  /** Those that nobody took and that repeat none that was taken: a message may arrive more than once. */
  unexpected(): readonly Recorded[];
}

/** How often to look whether a message has come: unnoticed by people, and no load. */
const LOOK_EVERY_MS = 20;

/** A part of a recorder that no other scenario uses. */
export function openInbox(recorder: Recorder, part: string): Inbox {
  const taken = new Set<Recorded>();
  const untaken = (at: string): Recorded[] =>
    recorder.requests.filter(
      (message) => message.target.startsWith(`/${part}${at}`) && !taken.has(message),
    );
  const answers = new Map<string, RecorderAnswer>();
  recorder.answerTo = ({ target }) => answers.get(new URL(target, recorder.url).pathname);
  return {
    url: new URL(`/${part}`, recorder.url).href,
    answer(at, answer) {
      answers.set(`/${part}${at}`, answer);
    },
    async take(at, withinSeconds) {
      const end = performance.now() + withinSeconds * 1000;
      for (;;) {
        const [message] = untaken(at);
        if (message) taken.add(message);
        if (message || performance.now() > end) return message;
        await pause(LOOK_EVERY_MS);
      }
    },
    unexpected() {
      const bodies = new Set([...taken].map(({ body }) => body));
      return untaken("").filter(({ body }) => !bodies.has(body));
    },
  };
}

/** Reads what was received as a request of an operation. */
export function readMessage(operation: Operation, { headers, body }: Recorded): SentMessage {
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
    body: parse(body),
  };
  return { operation, request, text: body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
