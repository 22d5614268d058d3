import { createFinalURL } from "openapi-fetch";
import {
  bodyKindOf,
  contentOf,
  cookieText,
  headerText,
  isObject,
  joinQueryList,
  type Operation,
} from "@contract-toolkit/kernel";
import type { SentBody } from "./content/codecs.ts";
import { missingOption } from "./errors.ts";
import type { OperationPlan } from "./operation-plan.ts";
import type { ContractClientOptions } from "./options.ts";
import { addCookies, valuesOf, type OwnValues } from "./own-values.ts";

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

/** Headers and query of a call: what the client itself sends with the operation, and what the call gives. */
export async function valuesOfCall(
  { operation, own, names, accept: preferred }: OperationPlan,
  { contentType = operation.contentType, accept = preferred, ...parts }: OutgoingRequest,
  further: Values = {},
): Promise<OwnValues> {
  const headers: Record<string, string> = {};
  if (contentType) headers["Content-Type"] = contentType;
  // Errors may be of any type.
  if (preferred && accept) headers["Accept"] = `${accept}, */*;q=0.1`;
  const values = await valuesOf(own);
  for (const given of [values.headers, further, parts.headers ?? {}])
    for (const [name, value] of Object.entries(given)) {
      // Of headers with one name, whatever its case, the last is sent. Otherwise they would be joined.
      const lower = name.toLowerCase();
      if (value !== undefined) headers[names.get(lower) ?? lower] = headerText(value);
    }
  if (parts.cookies) addCookies(headers, cookieText(parts.cookies));
  return { headers, query: values.query };
}

/**
 * Makes the HTTP request of a call.
 *
 * The one place that knows openapi-fetch: of it, what writes URLs. The rest of it sends and decodes, which is done
 * elsewhere: it does not tell a body that is no JSON from one that is a JSON string.
 *
 * @throws {TypeError} when the parts make no request
 */
export function requestOf(
  { operation, options }: OperationPlan,
  { path = {}, query: given, contentType, body }: OutgoingRequest,
  { headers, query: own }: OwnValues,
): Request {
  const query = { ...given, ...own };
  const url = createFinalURL(operation.path, {
    baseUrl: options.baseUrl.replace(/\/$/, ""),
    params: { path, query },
    pathSerializer: serializePath,
    querySerializer: () => serializeQuery(operation, query),
  });
  const sent = body === undefined ? undefined : bodyToSend(operation, contentType, body, options);
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

/** A path with the values of its parameters; a list has commas between its items. */
function serializePath(pattern: string, values: Readonly<Record<string, unknown>>): string {
  return pattern.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = [values[name] ?? []]
      .flat()
      .map((each) => encodeURIComponent(headerText(each)))
      .join(",");
    // URLs resolve such a segment away, percent-encoded or not: the request would reach another operation.
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must not be empty or dots`);
    return text;
  });
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

/** OpenAPI 3, style `deepObject`: the fields of an object have names in brackets. */
function fieldsOf(name: string, fields: Readonly<Record<string, unknown>>) {
  return Object.entries(fields).map(
    ([field, value]) => [`${name}[${field}]`, value as Value | readonly Value[]] as const,
  );
}

/**
 * Writes a body as its content says.
 *
 * @param contentType one of the operation's; undefined: its first
 * @throws {TypeError} for a content type that the operation does not take, or a value that cannot be written so.
 */
export function bodyToSend(
  { id, body: documented }: Operation,
  contentType: string | undefined,
  value: unknown,
  { forms, streams }: Pick<ContractClientOptions, "forms" | "streams">,
): SentBody {
  const content = contentOf(documented, contentType);
  if (!content) throw new TypeError(`the operation takes no ${contentType ?? "body"}`);
  switch (bodyKindOf(content)) {
    case "json":
      return JSON.stringify(value);
    case "text":
      if (typeof value !== "string") throw new TypeError("a text has to be a string");
      return value;
    case "form":
    case "parts":
      if (!forms) throw missingOption("forms", id);
      return forms.toSend(content, value);
    default:
      if (!streams) throw missingOption("streams", id);
      return streams.toSend(value);
  }
}

/** Paths are appended to it, so that a query or fragment would swallow them. */
export function requireBaseUrl(baseUrl: string): void {
  const usable = URL.canParse(baseUrl) && /^https?:[^?#]*$/.test(baseUrl);
  if (!usable)
    throw new TypeError(`baseUrl "${baseUrl}" is no http or https URL without query and fragment.`);
}
