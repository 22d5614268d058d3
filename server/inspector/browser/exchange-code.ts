import type { RecordedRequest, ShownRequest } from "../recorded-request.ts";
import { clientCall } from "./client-call.ts";
import type { RequestSource } from "./source.ts";
import { curlCommand } from "./text.ts";

/** A request as a shell command, and as a call of the typed client. Parts that were not kept are missing. */
export function exchangeCode(
  source: RequestSource,
  recorded: ShownRequest,
): Record<string, string> {
  const { method, operation, request } = recorded;
  const { path, query, body } = request;
  const { credential, clientOf } = source;
  const setup = clientOf ? `${clientOf(recorded.path)}\n` : "";
  const curl = curlCommand({
    method,
    target: recordedTarget(recorded),
    credentials: credential ? [credential] : (recorded.credentials ?? []),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (operation === undefined) return { curl };
  return { curl, "Typed client": setup + clientCall(operation, { path, query, body }) };
}

/** The path with the stored query. */
export function recordedTarget({ path, request: { query } }: RecordedRequest): string {
  const pairs = Object.entries(fieldsOrEmpty(query)).flatMap(([name, value]) =>
    [value].flat().map((value) => [name, String(value)]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

export function hasAnyField(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function fieldsOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return hasAnyField(value) ? value : {};
}
