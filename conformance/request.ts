import {
  contentOf,
  cookieText,
  headerText,
  isObject,
  type Operation,
  type SampleRequest,
} from "@contract-toolkit/kernel";
import { writeContent } from "./exchange/wire-body.ts";

/** A request as it goes on the wire. */
export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body stands for bytes that are no text. */
  readonly encoding?: "base64";
}

/** Writes the request of a case as its operation says, Content-Type included; the case's own headers win. */
export function writeRequest(
  operation: Operation,
  request: SampleRequest,
  server: URL,
): WireRequest {
  const url = new URL(server.href.replace(/\/$/, "") + writePath(operation, request));
  for (const { name, array, fields } of operation.parameters.filter(
    (each) => each.in === "query",
  )) {
    const value = request.query[name];
    if (value === undefined) continue;
    if (fields && isObject(value)) {
      for (const [field, each] of Object.entries(value))
        for (const item of [each].flat()) url.searchParams.append(`${name}[${field}]`, text(item));
      continue;
    }
    const values = Array.isArray(value) ? value.map(text) : [text(value)];
    if (array?.explode === false)
      url.searchParams.append(name, values.join(array.separator ?? ","));
    else
      values.forEach((each) => {
        url.searchParams.append(name, each);
      });
  }
  const documented = new Set(operation.parameters.map(({ name }) => name));
  for (const [name, value] of Object.entries(request.query)) {
    if (!documented.has(name)) url.searchParams.append(name, text(value));
  }
  const cookies = [request.headers["Cookie"], cookieText(request.cookies ?? {})]
    .filter(Boolean)
    .join("; ");
  const written =
    request.body === undefined
      ? undefined
      : writeContent(contentOf(operation.body, request.contentType), request.body);
  const type = written?.contentType ?? request.contentType ?? operation.contentType;
  const headers = Object.entries(request.headers).map(([name, value]) => [name, headerText(value)]);
  return {
    url,
    method: operation.method,
    headers: {
      ...(type && { "Content-Type": type }),
      ...(request.accept !== undefined && { Accept: request.accept }),
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(cookies !== "" && { Cookie: cookies }),
    },
    ...(written && {
      body: written.body,
      ...(written.encoding && { encoding: written.encoding }),
    }),
  };
}

/** Writes the path of a request, with nothing resolved away. */
export function writePath(operation: Operation, { path }: Pick<SampleRequest, "path">): string {
  return operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    [path[name]]
      .flat()
      .map((each) => encodeURIComponent(text(each)))
      .join(","),
  );
}

/** A placeholder such as `<JWT_TOKEN>` in a header stands for the credential that is given under that header's name. */
const placeholder = /<[A-Z_]+>/;

/** Whether a header's value would be taken for a credential that is to be filled in. */
export function isPlaceholder(value: unknown): boolean {
  return placeholder.test(text(value));
}

/**
 * Fills in credentials. A given credential may have a scheme (`Bearer x`); the sample's own spelling is kept.
 *
 * @throws {Error} when a sample needs a credential that was not given.
 */
export function fillPlaceholders(
  headers: SampleRequest["headers"],
  credentials: Readonly<Record<string, string>>,
): Record<string, string> {
  const filled = Object.entries(headers).map(([name, value]) => {
    const sample = headerText(value);
    if (!isPlaceholder(sample)) return [name, sample];
    const given = Object.entries(credentials).find(
      ([each]) => each.toLowerCase() === name.toLowerCase(),
    )?.[1];
    if (given === undefined)
      throw new Error(`${name} is needed; give it with --header '${name}: value'`);
    return [name, sample.replace(placeholder, given.replace(/^\S+\s+/, ""))];
  });
  return Object.fromEntries(filled) as Record<string, string>;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
