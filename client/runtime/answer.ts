import {
  bodyKindOf,
  contentOf,
  documentedOf,
  headerValue,
  type BodyContent,
  type BodyKind,
  type Operation,
  type Response as DocumentedResponse,
} from "@contract-toolkit/kernel";
import type { Received } from "./attempt.ts";
import { missingOption, TransportError, type FailedCall } from "./errors.ts";
import type { ContractClientOptions, ReceivedAnswer } from "./options.ts";

/** What a caller gets. */
export interface Answer extends Pick<ReceivedAnswer, "status" | "headers" | "body" | "requestId"> {
  /** Of the body, where the status may have several. */
  readonly contentType?: string;
}

/**
 * Reads an answer by what the contract says of its status, and judges it; of a stream of events, each event when it comes.
 *
 * @throws TransportError `undocumented-status` or `invalid-body`, and what `validate` throws
 */
export function readAnswer(
  operation: Operation,
  { response, text = "" }: Received,
  failed: FailedCall,
  { streams, validate }: Pick<ContractClientOptions, "streams" | "validate">,
  signal?: AbortSignal,
): Answer {
  const { status, headers: given } = response;
  const { requestId } = failed;
  const call = { ...failed, status };
  const documented = documentedOf(operation.responses, status);
  if (!documented)
    throw new TransportError(
      "undocumented-status",
      `answered ${status}, which the contract does not document`,
      { ...call, text },
    );
  const headers = documentedHeaders(documented, given);
  const judge = (body: unknown) =>
    validate?.({
      operation,
      requestId,
      status,
      headers,
      contentType: given.get("Content-Type"),
      body,
    });
  const named = namedContent(documented, response);
  const kind = kindOf(named ?? documented);
  const answer = { status, headers, ...(named && { contentType: named.contentType }), requestId };
  if (isStream(kind)) {
    if (!streams) throw missingOption("streams", operation.id);
    const isEvents = kind === "events";
    return { ...answer, body: streams.read(response, { isEvents, judge, call, signal }) };
  }
  const body = wholeBody(kind, text, call);
  judge(body);
  return { ...answer, body };
}

/** Whether the body of an answer of an operation is handed out while it comes. */
export function isStreamedBy(operation: Operation, response: Response): boolean {
  const documented = documentedOf(operation.responses, response.status);
  return isStream(kindOf(documented && (namedContent(documented, response) ?? documented)));
}

/** Bytes, and events. */
export function isStream(kind: BodyKind | undefined): boolean {
  return kind === "bytes" || kind === "events";
}

/** How a body is read; undefined where there is none. */
export function kindOf(content: Partial<BodyContent> | undefined): BodyKind | undefined {
  return content?.contentType === undefined ? undefined : bodyKindOf(content as BodyContent);
}

/** Where there are several contents, the one that an answer has. Whoever validates refuses an answer with another. */
function namedContent(documented: DocumentedResponse, { headers }: Response) {
  return documented.others && contentOf(documented, headers.get("Content-Type"));
}

function documentedHeaders({ headers, headerTypes }: DocumentedResponse, given: Headers) {
  const values: Record<string, unknown> = {};
  for (const name of headers) {
    const value = given.get(name);
    if (value !== null) values[name] = headerValue(headerTypes?.[name], value);
  }
  return values;
}

function wholeBody(kind: BodyKind | undefined, text: string, call: FailedCall): unknown {
  if (kind !== "json") return kind && text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `answered ${String(call.status)} with a body that is not JSON`;
    throw new TransportError("invalid-body", message, { ...call, text }, cause);
  }
}
