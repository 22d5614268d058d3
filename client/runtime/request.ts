import { findBodyContent, isObject } from "@contract-toolkit/contract";
import type { SentBody } from "./serialization/codecs.ts";
import { deepestErrorMessage, TransportError, type FailedCall } from "./errors.ts";
import { codecNameOf, codecOf, type OperationPlan } from "./operation-plan.ts";
import type { OwnValues } from "./default-values.ts";

/** The parts of a request before it is written. */
export interface OutgoingRequest {
  readonly path?: Values | undefined;
  readonly query?: QueryValues | undefined;
  readonly headers?: Values | undefined;
  readonly cookies?: Values | undefined;
  /** Content type of the body. The default is the first one of the operation. */
  readonly contentType?: string | undefined;
  /** Preferred content type of the response. The default is the first one of each status. */
  readonly accept?: string | undefined;
  readonly body?: unknown;
}

export type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Parameters of a query. A parameter may be an object. */
export type QueryValues = Readonly<Record<string, Values[string] | Values>>;

/** Null is left out, because no text is null. */
type Value = string | number | boolean | null | undefined;

/** Makes the headers of a call from those that the client adds and those of the call. */
export function requestHeaders(
  plan: OperationPlan,
  own: OwnValues,
  { body, accept = plan.accept, ...parts }: OutgoingRequest,
  further?: Values,
): Headers {
  const documented = body === undefined ? plan.operation : plan.operation.body;
  const { contentType = documented?.contentType } = parts;
  const headers = new Headers();
  if (contentType) headers.set("Content-Type", contentType);
  // Errors may have any content type.
  if (accept) headers.set("Accept", `${accept}, */*;q=0.1`);
  for (const given of [own.header, further, parts.headers])
    for (const name in given) {
      const value = given[name];
      if (value == null) continue;
      const text = Array.isArray(value) ? codecOf(plan, "styles").headerText(value) : String(value);
      // The error of `Headers` would quote the value, which may be a credential.
      if (/\0|[\r\n]./.test(text)) throw new TypeError(`${name} must be one line`);
      // If several names differ only in case, the last value is sent.
      headers.set(name, text);
    }
  const cookies = { ...own.cookie, ...parts.cookies };
  // Browsers leave this header out.
  if (Object.keys(cookies)[0]) headers.set("Cookie", codecOf(plan, "styles").cookieText(cookies));
  return headers;
}

/** A call in progress, to which its request id is added. */
export type CallInProgress = { -readonly [Key in keyof FailedCall]: FailedCall[Key] };

/**
 * Makes the HTTP request of a call.
 *
 * @throws TransportError `invalid-request`
 */
export function buildRequest(
  plan: OperationPlan,
  parts: OutgoingRequest,
  own: OwnValues,
  further: Values | undefined,
  call: CallInProgress,
): Request {
  const { operation, options } = plan;
  const { path = {}, contentType, body } = parts;
  try {
    const headers = requestHeaders(plan, own, parts, further);
    if (options.requestIdHeader) call.requestId = headers.get(options.requestIdHeader) ?? undefined;
    const { template } = operation;
    const writePath = template ? codecOf(plan, "styles").expandPath : serializePath;
    const url = new URL(
      options.baseUrl.replace(/\/$/, "") + writePath(template ?? operation.path, path),
    );
    url.search = serializeQuery(plan, { ...parts.query, ...own.query });
    const sent = body === undefined ? null : bodyToSend(plan, contentType, body);
    // `fetch` adds the boundary between the parts of a form.
    if (sent instanceof FormData) headers.delete("Content-Type");
    return new Request(url, {
      method: operation.method,
      headers,
      // `fetch` would send the credential and the body to the target of a redirect.
      redirect: "manual",
      body: sent,
      // The Fetch Standard requires it for streams.
      ...{ duplex: "half" },
    });
  } catch (cause) {
    throw new TransportError(
      "invalid-request",
      `not sent: ${deepestErrorMessage(cause)}`,
      call,
      cause,
    );
  }
}

/** Writes the parameters of a path. The items of a list are separated by commas. */
function serializePath(pattern: string, values: Values): string {
  return pattern.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = encodedItems(values[name] ?? []).join();
    // URLs drop segments of dots, percent-encoded or not, so the request would reach another operation.
    if (/^\.{0,2}$/.test(text)) throw emptyError(name);
    return text;
  });
}

/** Writes a query. A list is a repeated parameter, or values separated by commas (OpenAPI 3, style of a parameter). */
export function serializeQuery(plan: OperationPlan, values: QueryValues): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      const parameter = plan.operation.parameters.find(
        (parameter) => parameter.in === "query" && parameter.name === name,
      );
      const { array, required } = parameter ?? {};
      const items = encodedItems(isObject(value) ? "" : value);
      // Nothing in a query stands for an empty list, so it would arrive as missing.
      if (required && !items.length) throw emptyError(name);
      if (isObject(value) || array?.separator)
        return codecOf(plan, "styles").queryText(name, value, parameter);
      const texts = array?.explode === false && items.length ? [items.join()] : items;
      return texts.map((text) => `${encodeURIComponent(name)}=${text}`);
    })
    .join("&");
}

function emptyError(name: string): TypeError {
  return new TypeError(`${name} must not be empty or dots`);
}

function encodedItems(value: Values[string]): string[] {
  return [value].flat().flatMap((item) => (item == null ? [] : encodeURIComponent(item)));
}

/** Writes a body in its content type, or else in the first one of the operation. Throws if the value does not fit it. */
export function bodyToSend(
  plan: OperationPlan,
  contentType: string | undefined,
  value: unknown,
): SentBody {
  const content = findBodyContent(plan.operation.body, contentType);
  if (!content) throw new TypeError(`takes no ${contentType ?? "body"}`);
  const { kind } = content;
  if (!kind) return JSON.stringify(value);
  if (kind !== "text") return codecOf(plan, codecNameOf(content) ?? "forms").toSend(content, value);
  if (typeof value !== "string") throw new TypeError("text must be a string");
  return value;
}

/** Refuses a base URL to which paths cannot be appended, or whose credentials errors would quote. */
export function requireBaseUrl(baseUrl: string): void {
  if (!/^https?:\/\/[^@/]*\/[^?#]*$/.test(new URL(baseUrl).href))
    throw new TypeError("baseUrl must be http(s) without @, ? and #");
}
