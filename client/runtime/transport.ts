import { createFinalURL, defaultPathSerializer } from "openapi-fetch";
import { isObject, joinQueryList, type Operation } from "@contract-toolkit/kernel";
import { bodyToSend } from "./content/body.ts";
import { TransportError, type FailedCall } from "./errors.ts";

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

/** Parameters by name. */
export type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Parameters of a query, of which an object may be one. */
export type QueryValues = Readonly<Record<string, Values[string] | Values>>;

type Value = string | number | boolean | undefined;

/** Gets an answer to a request. */
export type Send = (request: Request) => Promise<Response>;

/**
 * Makes an HTTP request of its parts, hands it to `send`, and answers what `send` answers.
 *
 * @throws TransportError `invalid-request`, when the parts make no request; otherwise what `send` throws
 */
export type Transport = (
  operation: Operation,
  parts: OutgoingRequest & { readonly headers: Record<string, string> },
  send: Send,
  call: FailedCall,
) => Promise<Response>;

/**
 * The one place that knows openapi-fetch: of it, what writes URLs. The rest of it sends and decodes, which is done
 * elsewhere: it does not tell a body that is no JSON from one that is a JSON string.
 */
export function createTransport(baseUrl: string): Transport {
  requireBaseUrl(baseUrl);
  return async (operation, parts, send, call) => {
    let request: Request;
    try {
      request = requestOf(operation, parts, baseUrl.replace(/\/$/, ""));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new TransportError("invalid-request", `not sent: ${reason}`, call, cause);
    }
    return send(request);
  };
}

function requestOf(
  operation: Operation,
  { path = {}, query = {}, headers, contentType, body }: Parameters<Transport>[1],
  baseUrl: string,
): Request {
  const dotted = dottedParameter(operation, path);
  if (dotted !== undefined) throw new TypeError(`${dotted} must not be empty or dots`);
  const url = createFinalURL(operation.path, {
    baseUrl,
    params: { path, query },
    pathSerializer: defaultPathSerializer,
    querySerializer: () => serializeQuery(operation, query),
  });
  const sent = body === undefined ? undefined : bodyToSend(operation.body, contentType, body);
  // `fetch` alone knows the boundary between the parts of a form.
  if (sent instanceof FormData) delete headers["Content-Type"];
  return new Request(url, {
    method: operation.method,
    headers,
    // A redirect would take the credential and the body along to wherever it points.
    redirect: "manual",
    ...(sent !== undefined && { body: sent }),
    // A stream is sent before there is an answer (Fetch Standard, "duplex").
    ...(sent instanceof ReadableStream && { duplex: "half" }),
  });
}

/** URLs resolve an empty or dotted segment away, percent-encoded or not: the request would reach another operation. */
function dottedParameter({ parameters }: Operation, path: Values): string | undefined {
  return parameters.find(
    (each) => each.in === "path" && /^\.{0,2}$/.test(String(path[each.name] ?? "")),
  )?.name;
}

/** OpenAPI 3, style `deepObject`: the fields of an object have names in brackets. */
function fieldsOf(name: string, fields: Readonly<Record<string, unknown>>) {
  return Object.entries(fields).map(
    ([field, value]) => [`${name}[${field}]`, value as Value | readonly Value[]] as const,
  );
}

/** A list is a parameter sent several times, or values with its separator between (OpenAPI 3, style of a parameter). */
export function serializeQuery({ parameters }: Operation, values: QueryValues): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      isObject(value) ? fieldsOf(name, value) : [[name, value] as const],
    )
    .flatMap(([name, value]) => {
      const items = [value].flat().flatMap((each) => each ?? []);
      const { array } = parameters.find((each) => each.name === name) ?? {};
      const sent =
        array?.explode === false && items.length > 0
          ? [joinQueryList(items.map(String), array.separator)]
          : items.map((each) => encodeURIComponent(each));
      return sent.map((text) => `${encodeURIComponent(name)}=${text}`);
    })
    .join("&");
}

/** Paths are appended to it, so that a query or fragment would swallow them. */
function requireBaseUrl(baseUrl: string): void {
  const usable = URL.canParse(baseUrl) && /^https?:[^?#]*$/.test(baseUrl);
  if (!usable)
    throw new TypeError(`baseUrl "${baseUrl}" is no http or https URL without query and fragment.`);
}
