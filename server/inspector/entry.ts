import type { IncomingMessage } from "node:http";
import {
  responseName,
  isObject,
  wholeMessages,
  type MessageSchemas,
  type Operation,
} from "@contract-toolkit/contract";
import type {
  FieldViolation,
  HandlerResponse,
  Problem,
  ResponseInfo,
} from "@contract-toolkit/skeleton";
import type { RecordedMessage } from "./recorded-request.ts";
import type { ExcerptOptions } from "./source-excerpts.ts";
import { beginningOf, createRedaction, shownName, type KeepPart } from "./redaction.ts";

/** Limits and redaction of a recorder. The oldest requests are removed first. */
export interface RecorderOptions extends ExcerptOptions {
  /** Default: 10,000. */
  readonly maxRequests?: number;
  /** An estimate of the memory. Default: 33,554,432. */
  readonly maxBytes?: number;
  /** Replaces confidential parts of stored texts. Default: none. */
  readonly mask?: (text: string) => string;
  /** Undocumented headers whose values are stored, in lower case. */
  readonly headers?: readonly string[];
  /** The violations of an error that a handler or hook threw. */
  readonly violationsOf?: (error: unknown) => readonly FieldViolation[];
}

/** A stored request, redacted. */
export interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly operation: Operation | undefined;
  readonly caller: string | undefined;
  readonly problem: Problem["kind"] | undefined;
  readonly document: MessageSchemas;
  readonly request: EntryMessage;
  readonly response: EntryMessage;
  readonly refusedReply: EntryMessage | undefined;
  readonly violations: readonly EntryViolation[];
}

/** The body is read only when the message is shown. */
export type EntryMessage = Omit<RecordedMessage, "body"> & {
  readonly body?: (() => unknown) | undefined;
};

type EntryViolation = Omit<FieldViolation, "code"> & { readonly pointer: string };

/** Makes entries of the requests to one contract, with an estimate of their size in bytes. */
export function createEntries(
  document: MessageSchemas,
  { mask = (text) => text, violationsOf = () => [], headers: furtherHeaders = [] }: RecorderOptions,
): (
  answered: ResponseInfo<unknown>,
  caller: string | undefined,
) => { readonly entry: Entry; readonly bytes: number } {
  const schemas = wholeMessages(document);
  const redactionOf = createRedaction(schemas, mask);
  const shownHeaders = new Set([...bodyHeaders, ...furtherHeaders]);
  const line = (text: string) => mask(text.length > MAX_LINE ? beginningOf(text, MAX_LINE) : text);

  const describeName = (sent: string) => {
    const lower = sent.toLowerCase();
    return { lower, isShown: shownHeaders.has(lower), only: { name: shownName(sent) } };
  };
  // Clients repeat the same names. The number of cached names is limited.
  const names = new Map<string, ReturnType<typeof describeName>>();
  const nameOf = (sent: string) => {
    const name = names.get(sent) ?? describeName(sent);
    if (names.size < MAX_NAMES) names.set(sent, name);
    return name;
  };

  function recordHeaders(
    { rawHeaders }: IncomingMessage,
    kept: unknown,
  ): RecordedMessage["headers"] {
    const documented = isObject(kept) ? Object.keys(kept) : [];
    const headers: { name: string; value?: string }[] = [];
    for (let at = 0; at < rawHeaders.length && headers.length < MAX_HEADERS; at += 2) {
      const name = rawHeaders[at] ?? "";
      const { lower, isShown, only } = nameOf(name);
      const own = documented.find((text) => text.toLowerCase() === lower);
      if (own !== undefined && isObject(kept)) headers.push({ name, value: String(kept[own]) });
      else headers.push(isShown ? { name, value: line(rawHeaders[at + 1] ?? "") } : only);
    }
    return headers;
  }

  const makePlan = (operation: Operation | undefined) => {
    const of = (part: string) => redactionOf(`request ${operation?.id ?? ""}`, part);
    return {
      path: of("path"),
      query: of("query"),
      headers: of("headers"),
      body: of("body"),
      responses: new Map<number, KeepPart>(),
    };
  };
  const plans = new Map<Operation | undefined, ReturnType<typeof makePlan>>();
  const planOf = (operation: Operation | undefined) => {
    const plan = plans.get(operation) ?? makePlan(operation);
    plans.set(operation, plan);
    return plan;
  };

  function redactionForStatus(operation: Operation | undefined, status: number): KeepPart {
    const { responses } = planOf(operation);
    const name = responseName(schemas.messages, operation?.id, status) ?? "";
    const keep = responses.get(status) ?? redactionOf(name, "body");
    responses.set(status, keep);
    return keep;
  }

  return (answered, caller) => {
    const { operation, received, reply, refusal, problem, request, status, sentText } = answered;
    let bytes = ENTRY_BYTES;
    const plan = planOf(operation);
    const part = (keep: KeepPart, value: unknown, json?: string) => {
      if (value === undefined) return undefined;
      const kept = keep(value, json);
      bytes += kept.bytes;
      return kept.read;
    };
    const replied = (
      { status: of, headers, body }: HandlerResponse,
      json?: string,
    ): EntryMessage => ({
      status: of,
      headers: Object.entries(headers).map(([name, value]) => ({
        name: shownName(name),
        value: line(String(value)),
      })),
      body: part(redactionForStatus(operation, of), body, json),
    });
    // A substring of a URL would keep all of it in memory.
    const isShort = answered.path.length + (request.url?.length ?? 0) <= MAX_LINE;
    const path = mask(isShort ? answered.path : beginningOf(answered.path, MAX_LINE));
    const violations = listEntryViolations(problem, violationsOf);
    const sent = refusal ?? (problem ? undefined : reply);
    const entry: Entry = {
      at: answered.receivedAt,
      method: answered.method,
      path,
      status,
      durationMs: answered.durationMs,
      operation,
      caller,
      problem: problem?.kind,
      document,
      request: {
        path: part(plan.path, received?.path)?.(),
        query: part(plan.query, received?.query)?.(),
        headers: recordHeaders(request, part(plan.headers, received?.headers)?.()),
        body: part(plan.body, received?.body),
      },
      response: sent ? replied(sent, sentText) : { status, headers: [] },
      refusedReply: problem?.kind === "invalid-response" && reply ? replied(reply) : undefined,
      violations,
    };
    return { entry, bytes: bytes + 2 * path.length + VIOLATION_BYTES * violations.length };
  };
}

function listEntryViolations(
  problem: Problem | undefined,
  violationsOf: (error: unknown) => readonly FieldViolation[],
): EntryViolation[] {
  switch (problem?.kind) {
    case "invalid-request":
      return problem.violations.map(located);
    case "thrown":
      return violationsOf(problem.error).map(located);
    case "invalid-response":
      return (problem.violations ?? []).slice(0, MAX_VIOLATIONS).map(({ pointer, reason, rule }) =>
        located({
          field: pointer.slice(0, MAX_LINE),
          reason,
          pointer,
          ...(rule !== undefined && { rule }),
        }),
      );
    default:
      return [];
  }
}

/** Guesses the pointer of a field that is only named: it is probably in the body. */
function located({ field, reason, pointer, rule }: FieldViolation): EntryViolation {
  const shown = field.split(/[.[\]/]+/).every((name) => name === "" || shownName(name) === name);
  const guessed = `/body/${field.replace(/\[(\d+)\]/g, "/$1").replaceAll(".", "/")}`;
  return {
    field: shown ? field : "(not shown)",
    reason,
    pointer: shown ? (pointer ?? guessed) : "",
    ...(rule !== undefined && { rule }),
  };
}

const bodyHeaders = ["content-type", "content-length", "accept"];

/** Estimated bytes of an entry without its contents: objects, lists of headers and references. */
const ENTRY_BYTES = 2000;
const VIOLATION_BYTES = 300;
const MAX_LINE = 500;
const MAX_HEADERS = 50;
const MAX_NAMES = 200;
const MAX_VIOLATIONS = 100;
