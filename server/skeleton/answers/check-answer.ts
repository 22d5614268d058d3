import {
  documentedOf,
  type Fault,
  type Operation,
  type SourcePosition,
} from "@contract-toolkit/contract/messages";
import { isEvents, planOfAnswer } from "./answer-plan.ts";
import { noHeaders, type Answer } from "./answer.ts";
import type { Engine, ResponseMessage } from "../engine.ts";
import type { RouterOptions } from "../options.ts";
import { cut } from "../requests/invalid-request.ts";
import { invalidResponse } from "../problem.ts";

/** Returns the answer, now or later. Throws a problem if it breaks the contract. */
export type CheckAnswer = (
  operation: Operation | undefined,
  answer: Answer,
  /** The events that a stream has sent so far. */
  events?: readonly unknown[],
) => Answer | Promise<Answer>;

/** Makes the check of every answer before it is sent. */
export function createAnswerCheck(
  engine: Engine,
  options: Pick<RouterOptions<never>, "positionOf"> = {},
): CheckAnswer {
  const requireFaultless = (
    operation: Operation | undefined,
    answer: Answer,
    faults: readonly Fault[],
  ): Answer => {
    if (faults.length === 0) return answer;
    const where = { operationId: operation?.id, status: answer.status };
    const details = faults.map((fault) => {
      const text = `${cut(fault.pointer, maxDetailLength)} ${cut(fault.reason, maxDetailLength)}`;
      return text + lineOf(options.positionOf?.(fault, where));
    });
    throw invalidResponse(`${answerOf(operation, answer.status)}: ${details.join("; ")}`, faults);
  };
  // An engine that judges at once costs no promise.
  return (operation, answer, events = noEvents) => {
    const { status } = answer;
    const headers = documentedNames(operation, answer);
    const { content, namedType } = planOfAnswer(operation, answer);
    // Events are judged one by one as they are sent.
    const body = content?.kind === "events" && isEvents(answer.body) ? events : answer.body;
    const message: ResponseMessage =
      namedType === undefined ? { headers, body } : { headers, contentType: namedType, body };
    const judged = engine.response(operation, status, message);
    return judged instanceof Promise
      ? judged.then((faults) => requireFaultless(operation, answer, faults))
      : requireFaultless(operation, answer, judged);
  };
}

/** The headers by their documented names. Names of headers are case-insensitive (RFC 9110, section 5.1). */
function documentedNames(operation: Operation | undefined, { status, headers }: Answer) {
  if (headers === noHeaders) return headers;
  const names = (operation && documentedOf(operation.responses, status)?.headers) ?? noNames;
  if (Object.keys(headers).every((name) => names.includes(name))) return headers;
  const renamed = Object.entries(headers).map(([name, value]) => {
    const documented = names.find((text) => text.toLowerCase() === name.toLowerCase()) ?? name;
    // If a header is given in two cases, the second is undocumented.
    return [Object.hasOwn(headers, documented) ? name : documented, value] as const;
  });
  return Object.fromEntries(renamed);
}

const noNames: readonly string[] = [];

/** Names an answer by operation, status and line of the specification. */
export function answerOf(operation: Operation | undefined, status: number): string {
  return `${operation?.id ?? "no operation"} ${status}${lineOf(operation?.source)}`;
}

function lineOf(position: SourcePosition | undefined): string {
  return position ? ` (${position.file}:${position.line})` : "";
}

const noEvents: readonly unknown[] = [];

/** Length of a place or reason in a log line. An answer may contain long texts from a client. */
const maxDetailLength = 256;
