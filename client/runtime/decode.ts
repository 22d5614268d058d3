import {
  documentedOf,
  headerValue,
  isBinaryType,
  isJsonType,
  type Operation,
} from "@contract-toolkit/kernel";
import { TransportError, type FailedCall } from "./errors.ts";
import type { ReceivedAnswer } from "./options.ts";

/**
 * Reads an answer by what the contract says of its status.
 *
 * @throws TransportError `undocumented-status` or `undecodable`
 */
export async function decode(
  operation: Operation,
  response: Response,
  call: FailedCall,
): Promise<ReceivedAnswer> {
  const { status, headers } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const documented = documentedOf(operation.responses, status);
  if (!documented)
    throw new TransportError(
      "undocumented-status",
      `answered ${status}, which the contract does not document`,
      { ...call, status, text },
    );
  return {
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
    body: bodyOf(documented.contentType, bytes, text, { ...call, status, text }),
  };
}

function bodyOf(
  contentType: string | undefined,
  bytes: Uint8Array,
  text: string,
  call: FailedCall,
): unknown {
  if (contentType === undefined) return undefined;
  if (isBinaryType(contentType)) return bytes;
  if (!isJsonType(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TransportError(
      "undecodable",
      `answered ${String(call.status)} with a body that is not JSON`,
      call,
      cause,
    );
  }
}
