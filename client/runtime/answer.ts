import {
  contentOf,
  documentedOf,
  type BodyContent,
  type Operation,
} from "@contract-toolkit/kernel";
import { TransportError, type FailedCall } from "./errors.ts";
import { codecOf, type OperationPlan } from "./operation-plan.ts";
import type { ReceivedAnswer } from "./options.ts";

export interface Answer extends Pick<ReceivedAnswer, "status" | "headers" | "body" | "requestId"> {
  /** Of the body, where the status may have several. */
  readonly contentType?: string;
}

/** An answer by what the contract says of its status, and its whole text unless it is a stream. */
export type Received = Awaited<ReturnType<typeof receivedOf>>;

/** Reads an answer to its end, unless it is a stream. */
export async function receivedOf(operation: Operation, response: Response) {
  const documented = documentedOf(operation.responses, response.status);
  // Where there are several contents, the one that it has. Whoever validates refuses an answer with another.
  const named = documented?.others && contentOf(documented, response.headers.get("Content-Type"));
  const text = isStream(named ?? documented) ? undefined : await response.text();
  return { response, documented, named, text };
}

/** Judges an answer and makes it what a caller gets; of a stream of events, each event is judged when it comes. */
export function readAnswer(
  plan: OperationPlan,
  { response, documented, named, text }: Received,
  failed: FailedCall,
  signal?: AbortSignal,
): Answer {
  const { status, headers: given } = response;
  const { requestId } = failed;
  const call = { ...failed, status };
  if (!documented)
    throw new TransportError("undocumented-status", `answered the undocumented status ${status}`, {
      ...call,
      text,
    });
  const { contentType, kind } = named ?? documented;
  const headers: Record<string, unknown> = {};
  for (const name of documented.headers) {
    const value = given.get(name);
    const type = documented.headerTypes?.[name];
    if (value !== null)
      headers[name] = type ? codecOf(plan, "styles").headerValue(type, value) : value;
  }
  const judge = (body: unknown) =>
    plan.options.validate?.({
      operation: plan.operation,
      requestId,
      status,
      headers,
      contentType: given.get("Content-Type"),
      body,
    });
  const answer = { status, headers, ...(named && { contentType: named.contentType }), requestId };
  if (text === undefined) {
    const reading = { isEvents: kind === "events", judge, call, signal };
    return { ...answer, body: codecOf(plan, "streams").read(response, reading) };
  }
  const body = contentType === undefined ? undefined : kind ? text : wholeBody(text, call);
  judge(body);
  return { ...answer, body };
}

export function isStream(content: Partial<BodyContent> | undefined): boolean {
  return content?.kind === "bytes" || content?.kind === "events";
}

function wholeBody(text: string, call: FailedCall): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `answered ${String(call.status)} with a body that is not JSON`;
    throw new TransportError("invalid-body", message, { ...call, text }, cause);
  }
}
