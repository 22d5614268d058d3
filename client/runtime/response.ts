import { findBodyContent, documentedOf, readText } from "@contract-toolkit/contract";
import { TransportError, type FailedCall } from "./errors.ts";
import { codecNameOf, codecOf, type OperationPlan } from "./operation-plan.ts";
import type { ReceivedResponse } from "./options.ts";

export interface ReadResponse extends Pick<
  ReceivedResponse,
  "status" | "headers" | "body" | "requestId"
> {
  /** Content type of the body, if the status has several. */
  readonly contentType?: string;
}

/** A response with the documented response of its status, and its whole text unless it is a stream. */
export type Received = Awaited<ReturnType<typeof receivedOf>>;

/** Reads a response to its end, unless it is a stream. */
export async function receivedOf(
  { operation, options: { maxResponseBytes = 10_000_000 } }: OperationPlan,
  response: Response,
  call: FailedCall,
) {
  const documented = documentedOf(operation.responses, response.status);
  // The content type decides only between several. Response validation refuses an undocumented one.
  const named =
    documented?.others && findBodyContent(documented, response.headers.get("Content-Type"));
  if (codecNameOf(named ?? documented) === "streams") return { response, documented, named };
  const text = await readText(response, maxResponseBytes);
  if (text === undefined)
    throw new TransportError(
      "response-too-large",
      `answered more than ${maxResponseBytes} bytes (maxResponseBytes)`,
      { ...call, status: response.status },
    );
  return { response, documented, named, text };
}

/** Validates a response and converts it to the result of a call. Events of a stream are validated one by one as they arrive. */
export function readClientResponse(
  plan: OperationPlan,
  { response, documented, named, text }: Received,
  failed: FailedCall,
  signal?: AbortSignal,
): ReadResponse {
  const { status, headers: given } = response;
  const call = { ...failed, status, text };
  if (!documented)
    throw new TransportError(
      "undocumented-status",
      `answered the undocumented status ${status}`,
      call,
    );
  const content = named ?? documented;
  const { contentType, kind } = content;
  const headers: Record<string, unknown> = {};
  for (const name of documented.headers) {
    const type = documented.headerTypes?.[name];
    const value = type
      ? codecOf(plan, "styles").responseHeader(given, name, type)
      : given.get(name);
    if (value !== null && value !== undefined) headers[name] = value;
  }
  const result = { status, headers, ...(named && { contentType }), requestId: call.requestId };
  const validate = (body: unknown) =>
    plan.options.validate?.({
      ...result,
      operation: plan.operation,
      contentType: given.get("Content-Type"),
      body,
    });
  const codec = codecNameOf(content);
  const body = codec
    ? codecOf(plan, codec).read(response, { content, text, validate, call, signal })
    : contentType && (kind ? text : parseResponseJson(text ?? "", call));
  if (!codec) validate(body);
  return { ...result, body };
}

function parseResponseJson(text: string, call: FailedCall & { readonly status: number }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `answered ${call.status}, not JSON`;
    throw new TransportError("invalid-body", message, call, cause);
  }
}
