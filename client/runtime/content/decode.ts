import {
  bodyKindOf,
  byteBody,
  chunksOf,
  contentOf,
  documentedOf,
  headerValue,
  isStreamed,
  type BodyContent,
  type ByteSource,
  type Operation,
} from "@contract-toolkit/kernel";
import { abortedError } from "../attempts.ts";
import { TransportError, type FailedCall } from "../errors.ts";
import { eventStream } from "./events.ts";
import type { ReceivedAnswer, ResponseValidation } from "../options.ts";

/** Whether the body of an answer of an operation is handed out while it comes: bytes, and events. */
export function isStreamedBy(operation: Operation): (response: Response) => boolean {
  return (response) => {
    const content = contentOfAnswer(operation, response);
    return content !== undefined && isStreamed(bodyKindOf(content));
  };
}

function contentOfAnswer(operation: Operation, { status, headers }: Response) {
  const documented = documentedOf(operation.responses, status);
  // Of another content type than is documented, it is refused by whoever validates.
  return contentOf(documented, headers.get("Content-Type")) ?? contentOf(documented);
}

/** How an answer is read. */
export interface Reading {
  readonly validate?: ResponseValidation | undefined;
  /** Ends what is still coming. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads an answer by what the contract says of its status, and judges it; of a stream of events, each event when it comes.
 *
 * @throws TransportError `undocumented-status` or `invalid-body`, and what `validate` throws
 */
export async function decode(
  operation: Operation,
  response: Response,
  call: FailedCall,
  { validate = () => undefined, signal }: Reading = {},
): Promise<ReceivedAnswer> {
  const { status, headers } = response;
  const documented = documentedOf(operation.responses, status);
  if (!documented)
    throw new TransportError(
      "undocumented-status",
      `answered ${status}, which the contract does not document`,
      { ...call, status, text: await response.text() },
    );
  const content = contentOfAnswer(operation, response);
  const received = {
    operation,
    requestId: call.requestId,
    status,
    headers: Object.fromEntries(
      documented.headers.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, headerValue(documented.headerTypes?.[name], value)]];
      }),
    ),
    contentType: headers.get("Content-Type"),
  };
  const kind = content && bodyKindOf(content);
  if (kind === "events") {
    validate({ ...received, body: [] });
    const chunks = bytesOf(response, call, signal);
    const judge = (event: unknown) => {
      validate({ ...received, body: [event] });
    };
    return { ...received, body: eventStream(chunks, judge, { ...call, status }) };
  }
  const body =
    kind === "bytes"
      ? byteBody(bytesOf(response, call, signal))
      : await wholeBody(response, content, call);
  validate({ ...received, body });
  return { ...received, body };
}

/** The bytes of an answer as they come. */
async function* bytesOf(
  response: Response,
  call: FailedCall,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  try {
    yield* chunksOf(response.body as ByteSource);
  } catch (cause) {
    const { status } = response;
    if (signal?.aborted) throw abortedError(signal, { ...call, status });
    throw new TransportError("network", "broke off in its answer", { ...call, status }, cause);
  }
}

async function wholeBody(
  response: Response,
  content: BodyContent | undefined,
  call: FailedCall,
): Promise<unknown> {
  const text = await response.text();
  if (!content) return undefined;
  if (bodyKindOf(content) !== "json") return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { status } = response;
    throw new TransportError(
      "invalid-body",
      `answered ${status} with a body that is not JSON`,
      { ...call, status, text },
      cause,
    );
  }
}
