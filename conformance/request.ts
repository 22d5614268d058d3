import {
  findBodyContent,
  cookieText,
  expandPath,
  headerText,
  isObject,
  joinQueryList,
  splitQueryList,
  type Operation,
  type SampleRequest,
  ownValue,
} from "@contract-toolkit/contract";
import { stringifyValue, writeContent } from "./wire-body.ts";

/** A request as it is sent. */
export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `body` is the Base64 of bytes that are not text. */
  readonly encoding?: "base64";
}

/** Writes the request of a case for its operation, including Content-Type. Headers of the case take precedence. */
export function writeRequest(
  operation: Operation,
  request: SampleRequest,
  server: URL,
): WireRequest {
  const url = new URL(server.href.replace(/\/$/, "") + writePath(operation, request));
  url.search = writeQuery(operation, request);
  const cookies = [request.headers["Cookie"], cookieText(request.cookies ?? {})]
    .filter(Boolean)
    .join("; ");
  const written =
    request.body === undefined
      ? undefined
      : writeContent(findBodyContent(operation.body, request.contentType), request.body);
  const { contentType: documented } = (written && operation.body) ?? operation;
  const type = written?.contentType ?? request.contentType ?? documented;
  return {
    url,
    method: operation.method,
    headers: {
      ...(type && { "Content-Type": type }),
      ...(request.accept !== undefined && { Accept: request.accept }),
      ...headerTexts(request.headers),
      ...(cookies !== "" && { Cookie: cookies }),
    },
    ...(written && {
      body: written.body,
      ...(written.encoding && { encoding: written.encoding }),
    }),
  };
}

/** Headers as they are sent. */
export function headerTexts(headers: SampleRequest["headers"]): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [name, headerText(value)]);
  return Object.fromEntries(texts) as Record<string, string>;
}

function writeQuery({ parameters }: Operation, { query }: SampleRequest): string {
  // Only forms write a space as "+". In a URI it may be a plus (RFC 3986, section 2.2).
  const pair = (name: string, value: unknown) =>
    new URLSearchParams([[name, stringifyValue(value)]]).toString().replaceAll("+", "%20");
  const documented = parameters.filter(
    (parameter) => parameter.in === "query" && ownValue(query, parameter.name) !== undefined,
  );
  const known = documented.flatMap(({ name, array, fields, object }) => {
    const value = query[name];
    if (object && isObject(value)) {
      const pairs = Object.entries(value);
      if (object.explode) return pairs.map(([field, value]) => pair(field, value));
      return [`${encodeURIComponent(name)}=${joinQueryList(pairs.flat().map(stringifyValue))}`];
    }
    if (fields && isObject(value))
      return Object.entries(value).flatMap(([field, value]) =>
        [value].flat().map((item) => pair(`${name}[${field}]`, item)),
      );
    const items = [value].flat();
    if (array?.explode !== false) return items.map((item) => pair(name, item));
    return [
      `${encodeURIComponent(name)}=${joinQueryList(items.map(stringifyValue), array.separator)}`,
    ];
  });
  const names = new Set(parameters.map(({ name }) => name));
  const others = Object.entries(query).filter(([name]) => !names.has(name));
  return [...known, ...others.map(([name, value]) => pair(name, value))].join("&");
}

export function parseQueryPairs({ parameters }: Operation, search: string): [string, unknown][] {
  return search
    .replace(/^\?/, "")
    .split("&")
    .flatMap((pair): [string, unknown][] => {
      const [read] = new URLSearchParams(pair);
      const array = parameters.find(
        (parameter) => parameter.in === "query" && parameter.name === read?.[0],
      )?.array;
      if (!read || array?.explode !== false) return read ? [read] : [];
      const items = splitQueryList(pair.slice(pair.indexOf("=") + 1), array.separator);
      return [[read[0], items.map((item) => new URLSearchParams(`a=${item}`).get("a"))]];
    });
}

/** Value of a header by its name in any case (RFC 9110, section 5.1). */
export function headerNamed<Value>(
  headers: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  const found = Object.keys(headers).find(
    (headerName) => headerName.toLowerCase() === name.toLowerCase(),
  );
  return found === undefined ? undefined : headers[found];
}

/** Writes the path of a request. Dot segments stay in it, which a URL would resolve. */
export function writePath(operation: Operation, { path }: Pick<SampleRequest, "path">): string {
  if (operation.template !== undefined) return expandPath(operation.template, path);
  return operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    [ownValue(path, name)]
      .flat()
      .map((value) => encodeURIComponent(stringifyValue(value)))
      .join(","),
  );
}

/** A placeholder such as `<JWT_TOKEN>` in a header stands for the credential that is given under that header's name. */
const placeholder = /<[A-Z_]+>/;

/** Whether a header's value has a placeholder for a credential. */
export function isScenarioPlaceholder(value: unknown): boolean {
  return placeholder.test(stringifyValue(value));
}

/**
 * Fills in credentials. A given credential may have a scheme (`Bearer x`). The scheme of the sample is kept.
 *
 * @throws {Error} when a sample needs a credential that is not given
 */
export function fillPlaceholders(
  headers: SampleRequest["headers"],
  credentials: Readonly<Record<string, string>>,
): Record<string, string> {
  const filled = Object.entries(headerTexts(headers)).map(([name, sample]) => {
    if (!isScenarioPlaceholder(sample)) return [name, sample];
    const given = headerNamed(credentials, name);
    if (given === undefined)
      throw new Error(`${name} is needed; give it with --header '${name}: value'`);
    return [name, sample.replace(placeholder, given.replace(/^\S+\s+/, ""))];
  });
  return Object.fromEntries(filled) as Record<string, string>;
}
