import { createFinalURL } from "openapi-fetch";
import { contentOf, isObject, requireItem } from "@contract-toolkit/kernel";
import type { SentBody } from "./content/codecs.ts";
import { reasonOf, TransportError, type FailedCall } from "./errors.ts";
import { codecOf, type OperationPlan } from "./operation-plan.ts";
import type { OwnValues } from "./default-values.ts";

/** The parts of a request before it is written. */
export interface OutgoingRequest {
  readonly path?: Values | undefined;
  readonly query?: QueryValues | undefined;
  readonly headers?: Values | undefined;
  readonly cookies?: Values | undefined;
  /** Content type of the body. The default is the first one of the operation. */
  readonly contentType?: string | undefined;
  /** Preferred content type of the answer. The default is the first one of each status. */
  readonly accept?: string | undefined;
  readonly body?: unknown;
}

export type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Parameters of a query. A parameter may be an object. */
export type QueryValues = Readonly<Record<string, Values[string] | Values>>;

type Value = string | number | boolean | undefined;

/** Makes the headers of a call from those that the client adds and those of the call. */
export function headersOf(
  plan: OperationPlan,
  own: OwnValues,
  { contentType = plan.operation.contentType, accept = plan.accept, ...parts }: OutgoingRequest,
  further?: Values,
): Headers {
  const headers = new Headers();
  if (contentType) headers.set("Content-Type", contentType);
  // Errors may have any content type.
  if (plan.accept && accept) headers.set("Accept", `${accept}, */*;q=0.1`);
  for (const given of [own.header, further, parts.headers])
    for (const name in given) {
      const value = given[name];
      if (value === undefined) continue;
      const text = Array.isArray(value) ? codecOf(plan, "styles").headerText(value) : String(value);
      // The error of `Headers` would quote the value, which may be a credential.
      if (/\0|[\r\n]./.test(text)) throw new TypeError(`${name} must be one line`);
      // If several names differ only in case, the last value is sent.
      headers.set(name, text);
    }
  const cookies = { ...own.cookie, ...parts.cookies };
  // Browsers leave this header out.
  if (Object.keys(cookies).length > 0)
    headers.set("Cookie", codecOf(plan, "styles").cookieText(cookies));
  return headers;
}

/** A call in progress, to which its request id is added. */
export type CallInProgress = { -readonly [Key in keyof FailedCall]: FailedCall[Key] };

/**
 * Makes the HTTP request of a call.
 *
 * It uses openapi-fetch only to write the URL. openapi-fetch itself cannot distinguish a body that is not JSON from a JSON string,
 * so this package sends requests and reads answers itself.
 *
 * @throws TransportError `invalid-request`
 */
export function requestOf(
  plan: OperationPlan,
  parts: OutgoingRequest,
  own: OwnValues,
  further: Values | undefined,
  call: CallInProgress,
): Request {
  const { operation, options } = plan;
  const { path = {}, contentType, body } = parts;
  const query = { ...parts.query, ...own.query };
  try {
    const headers = headersOf(plan, own, parts, further);
    const { requestIdHeader } = options;
    if (requestIdHeader) call.requestId = headers.get(requestIdHeader) ?? undefined;
    const { template } = operation;
    const url = createFinalURL(template ?? operation.path, {
      baseUrl: options.baseUrl.replace(/\/$/, ""),
      params: { path },
      pathSerializer: template ? codecOf(plan, "styles").expandPath : serializePath,
      querySerializer: () => serializeQuery(plan, query),
    });
    const sent = body === undefined ? undefined : bodyToSend(plan, contentType, body);
    // `fetch` adds the boundary between the parts of a form. A body that is left out has no type.
    if (sent instanceof FormData || (sent === undefined && operation.body))
      headers.delete("Content-Type");
    return new Request(url, {
      method: operation.method,
      headers,
      // `fetch` would send the credential and the body to the target of a redirect.
      redirect: "manual",
      ...(sent !== undefined && { body: sent }),
      // The Fetch Standard requires `duplex` for streams.
      ...(sent instanceof ReadableStream && { duplex: "half" }),
    });
  } catch (cause) {
    throw new TransportError("invalid-request", `not sent: ${reasonOf(cause)}`, call, cause);
  }
}

/** Writes the parameters of a path. The items of a list are separated by commas. */
function serializePath(pattern: string, values: Readonly<Record<string, unknown>>): string {
  return pattern.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = [values[name] ?? []]
      .flat()
      .map((each) => encodeURIComponent(typeof each === "string" ? each : JSON.stringify(each)))
      .join(",");
    // URLs drop segments of dots, percent-encoded or not, so the request would reach another operation.
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must not be empty or dots`);
    return text;
  });
}

/** Writes a query. A list is a repeated parameter, or values separated by commas (OpenAPI 3, style of a parameter). */
export function serializeQuery(plan: OperationPlan, values: QueryValues): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      const { array, required } =
        plan.operation.parameters.find((each) => each.name === name) ?? {};
      if (required && Array.isArray(value)) requireItem(name, value);
      if (isObject(value) || array?.separator)
        return codecOf(plan, "styles").queryText(name, value, plan.operation);
      const items = [value]
        .flat()
        .flatMap((each) => (each === undefined ? [] : encodeURIComponent(each)));
      const texts = array?.explode === false && items.length > 0 ? [items.join()] : items;
      return texts.map((text) => `${encodeURIComponent(name)}=${text}`);
    })
    .join("&");
}

/** Writes a body in its content type, or else in the first one of the operation. Throws if the value does not fit it. */
export function bodyToSend(
  plan: OperationPlan,
  contentType: string | undefined,
  value: unknown,
): SentBody {
  const content = contentOf(plan.operation.body, contentType);
  if (!content) throw new TypeError(`the operation takes no ${contentType ?? "body"}`);
  switch (content.kind) {
    case undefined:
      return JSON.stringify(value);
    case "text":
      if (typeof value !== "string") throw new TypeError("text must be a string");
      return value;
    case "form":
    case "parts":
      return codecOf(plan, "forms").toSend(content, value);
    default:
      return codecOf(plan, "streams").toSend(value);
  }
}

/** Refuses a base URL to which paths cannot be appended, or whose credentials errors would quote. */
export function requireBaseUrl(baseUrl: string): void {
  if (!/^https?:\/\/[^@/]*\/[^?#]*$/.test(new URL(baseUrl).href))
    throw new TypeError('baseUrl must be http or https without "@", "?" and "#"');
}
