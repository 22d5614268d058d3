import { createFinalURL } from "openapi-fetch";
import { contentOf, isObject } from "@contract-toolkit/kernel";
import type { SentBody } from "./content/codecs.ts";
import { reasonOf, TransportError, type FailedCall } from "./errors.ts";
import { codecOf, type OperationPlan } from "./operation-plan.ts";
import type { OwnValues } from "./default-values.ts";

/** The parts of a request before they are put on the wire. */
export interface OutgoingRequest {
  readonly path?: Values | undefined;
  readonly query?: QueryValues | undefined;
  readonly headers?: Values | undefined;
  readonly cookies?: Values | undefined;
  /** Of the body; the first of the operation unless it is told. */
  readonly contentType?: string | undefined;
  /** Of the answer; the first of each status unless it is told. */
  readonly accept?: string | undefined;
  readonly body?: unknown;
}

export type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Parameters of a query, of which an object may be one. */
export type QueryValues = Readonly<Record<string, Values[string] | Values>>;

type Value = string | number | boolean | undefined;

/** Headers of a call: what the client itself sends with the operation, and what the call gives. */
export function headersOf(
  plan: OperationPlan,
  own: OwnValues,
  { contentType = plan.operation.contentType, accept = plan.accept, ...parts }: OutgoingRequest,
  further?: Values,
): Headers {
  const headers = new Headers();
  if (contentType) headers.set("Content-Type", contentType);
  // Errors may be of any type.
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
  // Browsers let no program send this header, and leave it out.
  if (Object.keys(cookies).length > 0)
    headers.set("Cookie", codecOf(plan, "styles").cookieText(cookies));
  return headers;
}

/** A call of which more becomes known. */
export type CallInProgress = { -readonly [Key in keyof FailedCall]: FailedCall[Key] };

/**
 * Makes the HTTP request of a call.
 *
 * The one place that knows openapi-fetch: of it, what writes URLs. The rest of it sends and decodes, which is done
 * elsewhere: it does not tell a body that is no JSON from one that is a JSON string.
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
    const url = createFinalURL(operation.path, {
      baseUrl: options.baseUrl.replace(/\/$/, ""),
      params: { path },
      pathSerializer: serializePath,
      querySerializer: () => serializeQuery(plan, query),
    });
    const sent = body === undefined ? undefined : bodyToSend(plan, contentType, body);
    // `fetch` alone knows the boundary between the parts of a form.
    if (sent instanceof FormData) headers.delete("Content-Type");
    return new Request(url, {
      method: operation.method,
      headers,
      // A redirect would take the credential and the body along to wherever it points.
      redirect: "manual",
      ...(sent !== undefined && { body: sent }),
      // A stream is sent before there is an answer (Fetch Standard, "duplex").
      ...(sent instanceof ReadableStream && { duplex: "half" }),
    });
  } catch (cause) {
    throw new TransportError("invalid-request", `not sent: ${reasonOf(cause)}`, call, cause);
  }
}

/** A path with the values of its parameters; a list has commas between its items. */
function serializePath(pattern: string, values: Readonly<Record<string, unknown>>): string {
  return pattern.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = [values[name] ?? []]
      .flat()
      .map((each) => encodeURIComponent(typeof each === "string" ? each : JSON.stringify(each)))
      .join(",");
    // URLs resolve such a segment away, percent-encoded or not: the request would reach another operation.
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must not be empty or dots`);
    return text;
  });
}

/** A list is a parameter sent several times, or values with a comma between (OpenAPI 3, style of a parameter). */
export function serializeQuery(plan: OperationPlan, values: QueryValues): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      const { array } = plan.operation.parameters.find((each) => each.name === name) ?? {};
      if (isObject(value) || array?.separator)
        return codecOf(plan, "styles").queryText(name, value, array?.separator);
      const items = [value]
        .flat()
        .flatMap((each) => (each === undefined ? [] : encodeURIComponent(each)));
      const texts = array?.explode === false && items.length > 0 ? [items.join()] : items;
      return texts.map((text) => `${encodeURIComponent(name)}=${text}`);
    })
    .join("&");
}

/** Writes a body as its content says: that of the content type, or the first. Throws for a value that cannot be written so. */
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
