import { type RecorderOptions, createEntries, type Entry, type EntryMessage } from "./entry.ts";
import { setImmediate } from "node:timers/promises";
import {
  type MessageSchemas,
  type SourcePosition,
  positionOfViolation,
} from "@contract-toolkit/contract";
import type { ResponseInfo } from "@contract-toolkit/skeleton";
import { createFollow, type FollowOptions } from "./followers.ts";
import type {
  RecordedMessage,
  RecordedRequest,
  RequestSummary,
  ShellCredential,
} from "./recorded-request.ts";
import { createRing } from "./ring.ts";
import { createExcerpts } from "./source-excerpts.ts";

/** Stores requests and their responses. */
export interface Recorder {
  /** Makes a function that stores requests of one contract, by its `messages.json`. Call it in `onResponse`. */
  readonly of: (
    document: MessageSchemas,
  ) => (answered: ResponseInfo<unknown>, caller?: string) => void;
  /** Undefined if there was no such request, or it was removed. */
  readonly find: (number: number) => RecordedRequest | undefined;
  /** The credentials of the operation of a request: those of its first alternative. */
  readonly credentialsOf: (number: number) => readonly ShellCredential[];
  /** Requests after a number, the oldest first. */
  readonly list: (after?: number) => RequestSummary[];
  /** Requests that have a text in what is shown of them, the oldest first. Case does not matter. */
  readonly search: (text: string) => Promise<RequestSummary[]>;
  /** Streams stored requests and each new one. See `FollowOptions`. */
  readonly follow: (options: FollowOptions) => AsyncGenerator<RequestSummary>;
}

/**
 * Makes a recorder, which stores the last requests for a page that shows them. Only documented fields that are not `@secret`
 * are stored, and no credentials. Number and size are limited.
 *
 * @example
 * const recorder = createRecorder();
 * const record = recorder.of(messages);
 * const router = createContractRouter(contract, { ...options, onResponse: (answered) => record(answered) });
 */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  const { maxRequests = 10_000, maxBytes = 32 * 1024 * 1024 } = options;
  const ring = createRing<Entry>({ maxEntries: maxRequests, maxBytes });
  // The same frozen object for every reader, so that its event is validated and written once.
  const summaries = new WeakMap<Entry, RequestSummary>();
  const summaryAt = (number: number, entry: Entry) => {
    const summary = summaries.get(entry) ?? Object.freeze(summaryOf(number, entry));
    summaries.set(entry, summary);
    return summary;
  };
  const excerptOf = createExcerpts(options);
  const list = (after?: number) =>
    ring.list(after).map(([number, entry]) => summaryAt(number, entry));
  return {
    of(document) {
      const entryOf = createEntries(document, options);
      return (answered, caller) => {
        const { entry, bytes } = entryOf(answered, caller);
        ring.add(entry, bytes);
      };
    },
    find(number) {
      const entry = ring.find(number);
      return entry && { ...summaryOf(number, entry), ...detailsOf(entry, excerptOf) };
    },
    credentialsOf(number) {
      const { parameters = [], security: [needed = []] = [] } = ring.find(number)?.operation ?? {};
      const declared = parameters.filter(({ credential }) => credential);
      return [...declared.map(({ name }) => ({ in: "header" as const, name })), ...needed];
    },
    list,
    async search(text) {
      const wanted = text.toLowerCase();
      if (wanted === "") return list();
      const found: RequestSummary[] = [];
      for (const [number, entry] of ring.list()) {
        // Requests are served meanwhile.
        if (number % SEARCHED_AT_ONCE === 0) await setImmediate();
        const { method, path, request, response, refusedReply, violations, problem } = entry;
        const messages = [request, response, refusedReply].map(
          (entryMessage) => entryMessage && materializeMessage(entryMessage),
        );
        const whole = JSON.stringify([`${method} ${path}`, messages, violations, problem]);
        if (whole.toLowerCase().includes(wanted)) found.push(summaryAt(number, entry));
      }
      return found;
    },
    follow: createFollow(list, ring.onAdd),
  };
}

/** They take a few milliseconds. */
const SEARCHED_AT_ONCE = 100;

function summaryOf(number: number, entry: Entry): RequestSummary {
  const { at, method, path, status, durationMs, operation, caller, problem } = entry;
  return {
    number,
    at: new Date(at).toISOString(),
    method,
    path,
    status,
    durationMs: Math.round(durationMs * 1000) / 1000,
    ...(operation !== undefined && { operation: operation.id }),
    ...(caller !== undefined && { caller }),
    ...(problem !== undefined && { problem }),
  };
}

function detailsOf(
  entry: Entry,
  excerptOf: ReturnType<typeof createExcerpts>,
): Omit<RecordedRequest, keyof RequestSummary> {
  const { request, response, refusedReply, violations, operation, document, status } = entry;
  const at = { operationId: operation?.id, status: refusedReply?.status ?? status };
  return {
    request: materializeMessage(request),
    response: materializeMessage(response),
    ...(refusedReply && { refusedReply: materializeMessage(refusedReply) }),
    violations: violations.map(({ pointer, field, reason, rule }) => {
      const violation = { pointer, reason, ...(rule !== undefined && { rule }) };
      const position = positionOfViolation(document, violation, at);
      const excerpt = position && excerptOf(position);
      return { field, reason, pointer, ...positionText(position), ...(excerpt && { excerpt }) };
    }),
    ...positionText(operation?.source),
  };
}

function materializeMessage({ body, ...further }: EntryMessage): RecordedMessage {
  return { ...further, body: body?.() };
}

function positionText(position: SourcePosition | undefined): { readonly position?: string } {
  return position ? { position: `${position.file}:${position.line}` } : {};
}
