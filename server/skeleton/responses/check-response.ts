import {
  documentedOf,
  type Violation,
  type Operation,
  type SourcePosition,
} from "@contract-toolkit/contract/messages";
import { isEvents, planOfResponse } from "./response-plan.ts";
import { noHeaders, type PreparedResponse } from "./response.ts";
import type { Engine, ResponseMessage } from "../engine.ts";
import type { RouterOptions } from "../options.ts";
import { truncateText } from "../requests/invalid-request.ts";
import { invalidResponse } from "../problem.ts";

/** Returns the response, now or later. Throws a problem if it violates the contract. */
export type CheckResponse = (
  operation: Operation | undefined,
  response: PreparedResponse,
  /** The events that a stream has sent so far. */
  events?: readonly unknown[],
) => PreparedResponse | Promise<PreparedResponse>;

/** Makes the check of every response before it is sent. */
export function createResponseCheck(
  engine: Engine,
  options: Pick<RouterOptions<never>, "positionOf"> = {},
): CheckResponse {
  const requireFaultless = (
    operation: Operation | undefined,
    response: PreparedResponse,
    violations: readonly Violation[],
  ): PreparedResponse => {
    if (violations.length === 0) return response;
    const where = { operationId: operation?.id, status: response.status };
    const details = violations.map((violation) => {
      const text = `${truncateText(violation.pointer, maxDetailLength)} ${truncateText(violation.reason, maxDetailLength)}`;
      return text + positionSuffix(options.positionOf?.(violation, where));
    });
    throw invalidResponse(
      `${describeResponse(operation, response.status)}: ${details.join("; ")}`,
      violations,
    );
  };
  // An engine that judges at once costs no promise.
  return (operation, response, events = noEvents) => {
    const { status } = response;
    const headers = documentedNames(operation, response);
    const { content, namedType } = planOfResponse(operation, response);
    // Events are judged one by one as they are sent.
    const body = content?.kind === "events" && isEvents(response.body) ? events : response.body;
    const message: ResponseMessage =
      namedType === undefined ? { headers, body } : { headers, contentType: namedType, body };
    const judged = engine.response(operation, status, message);
    return judged instanceof Promise
      ? judged.then((violations) => requireFaultless(operation, response, violations))
      : requireFaultless(operation, response, judged);
  };
}

/** The headers by their documented names. Names of headers are case-insensitive (RFC 9110, section 5.1). */
function documentedNames(operation: Operation | undefined, { status, headers }: PreparedResponse) {
  if (headers === noHeaders) return headers;
  const names = (operation && documentedOf(operation.responses, status)?.headers) ?? noNames;
  if (Object.keys(headers).every((name) => names.includes(name))) return headers;
  const renamed = Object.entries(headers).map(([name, value]) => {
    const documented = names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
    // If a header is given in two cases, the second is undocumented.
    return [Object.hasOwn(headers, documented) ? name : documented, value] as const;
  });
  return Object.fromEntries(renamed);
}

const noNames: readonly string[] = [];

/** Names a response by operation, status and line of the specification. */
export function describeResponse(operation: Operation | undefined, status: number): string {
  return `${operation?.id ?? "no operation"} ${status}${positionSuffix(operation?.source)}`;
}

function positionSuffix(position: SourcePosition | undefined): string {
  return position ? ` (${position.file}:${position.line})` : "";
}

const noEvents: readonly unknown[] = [];

/** Length of a place or reason in a log line. A response may contain long texts from a client. */
const maxDetailLength = 256;
