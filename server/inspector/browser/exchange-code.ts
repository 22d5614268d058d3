import type { RecordedRequest } from "../recorded-request.ts";
import type { RequestSource } from "./source.ts";
import { curlCommand } from "./text.ts";

/** A request as a shell command, and as a call of the typed client. Parts that were not kept are missing. */
export function exchangeCode(
  source: RequestSource,
  recorded: RecordedRequest,
): Record<string, string> {
  const { method, operation, request } = recorded;
  const { credential } = source;
  const curl = curlCommand({
    method,
    target: recordedTarget(recorded),
    headers: credential ? [`"${credential.name}: Bearer ${credential.variable}"`] : [],
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
  });
  return {
    curl,
    ...(operation !== undefined && { "Typed client": clientCall(source, operation, recorded) }),
  };
}

function clientCall({ clientOf }: RequestSource, operation: string, recorded: RecordedRequest) {
  const { path, query, body } = recorded.request;
  const parts = Object.entries({ path, query }).filter(([, value]) => hasAnyField(value));
  const given = { ...Object.fromEntries(parts), ...bodyIfPresent(body) };
  const call = `const result = await client.${operation}(${JSON.stringify(given, undefined, 2)});`;
  return clientOf ? `${clientOf(recorded.path)}\n${call}` : call;
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

function bodyIfPresent(body: unknown): { readonly body?: unknown } {
  return body === undefined ? {} : { body };
}
