import {
  bodyKindOf,
  contentOf,
  contentsOf,
  documentedOf,
  type BodyContent,
  type Operation,
} from "@contract-toolkit/kernel";
import { invalidResponse } from "../problem.ts";
import { headerOf, type Answer } from "./answer.ts";

/**
 * The content that an answer is of: the one that it names, or the first of its status.
 *
 * @returns undefined where its status has no body, or is none of the operation's own
 * @throws {ProblemError} when it names one that its status does not have.
 */
export function contentOfAnswer(
  operation: Operation | undefined,
  answer: Answer,
): BodyContent | undefined {
  const documented = operation && documentedOf(operation.responses, answer.status);
  const named = headerOf(answer, "content-type");
  if (documented?.contentType === undefined || named === undefined) return contentOf(documented);
  const content = contentOf(documented, String(named));
  if (content) return content;
  const types = contentsOf(documented).map(({ contentType }) => contentType);
  throw invalidResponse(
    `${operation?.id ?? "no operation"} ${answer.status}: content-type has to be ${types.join(" or ")}`,
  );
}

/** Whether an answer is a stream of events that are judged: one given as events, of a documented type. */
export function isEventsAnswer(content: BodyContent, { body }: Answer): boolean {
  return bodyKindOf(content) === "events" && isEvents(body);
}

/** Something to take events from, one after another. */
export function isEvents(body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof body === "object" &&
    body !== null &&
    (Symbol.asyncIterator in body || Symbol.iterator in body)
  );
}
