import type { SampleRequest } from "@contract-toolkit/kernel";

/** A request as samples have it. */
export type SampledRequest = SampleRequest;

/** An operation as the page's script knows it. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Of the body, or the one that the service always wants. */
  readonly contentType?: string;
  readonly parameters: readonly DescribedParameter[];
  readonly credentials: readonly DescribedCredential[];
  /** Documented statuses, such as `200` or `5XX`. */
  readonly statuses: readonly string[];
}

/** A parameter: where it is sent and what its text stands for. */
export interface DescribedParameter {
  readonly part: "path" | "query" | "headers" | "cookies";
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Of a list: what stands between its items, or "&" for the parameter several times. */
  readonly separator?: string;
}

/** Where a credential is sent. */
export interface DescribedCredential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly prefix: string;
  /** Name of its security scheme; absent if the operation documents it as a parameter. */
  readonly scheme?: string;
}

/** A request as it is sent. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Writes a request without its credentials; undefined where its body is no text, such as a form with files. */
export function writeRequest(
  operation: DescribedOperation,
  request: SampledRequest,
  address: string,
): WrittenRequest | undefined {
  const contentType = request.contentType ?? operation.contentType;
  const body = bodyText(request.body, contentType);
  if (body === undefined && request.body !== undefined) return undefined;
  const path = operation.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(request.path[name] ?? "", ",")),
  );
  const query = Object.entries(request.query).flatMap(([name, value]) =>
    queryOf(operation, name, value),
  );
  const headers = Object.entries(request.headers)
    .filter(([name]) => !isCredential(operation, name))
    .map(([name, value]) => [name, textOf(value, ", ")]);
  const type = contentType === undefined ? [] : [["Content-Type", contentType]];
  return {
    method: operation.method,
    url: `${address.replace(/\/$/, "")}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: Object.fromEntries([...type, ...headers]) as Record<string, string>,
    ...(body !== undefined && { body }),
  };
}

/** Whether a header is one that carries a credential. */
export function isCredential({ credentials }: DescribedOperation, header: string): boolean {
  return credentials.some(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === header.toLowerCase(),
  );
}

function queryOf({ parameters }: DescribedOperation, name: string, value: unknown): string[] {
  const separator =
    parameters.find((each) => each.part === "query" && each.name === name)?.separator ?? "&";
  const pair = (key: string, text: unknown) =>
    `${encodeURIComponent(key)}=${encodeURIComponent(textOf(text, separator))}`;
  if (Array.isArray(value) && separator === "&") return value.map((each) => pair(name, each));
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([field, each]) => pair(`${name}[${field}]`, each));
  return [pair(name, value)];
}

/** A value as a text on the wire. */
export function textOf(value: unknown, separator: string): string {
  if (Array.isArray(value)) return value.map((each) => textOf(each, separator)).join(separator);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function bodyText(body: unknown, contentType = ""): string | undefined {
  if (body === undefined) return undefined;
  if (/[/+]json\b/.test(contentType)) return JSON.stringify(body, null, 2);
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return String(new URLSearchParams(entriesOf(body)));
  return contentType.startsWith("text/") && typeof body === "string" ? body : undefined;
}

function entriesOf(body: unknown): [string, string][] {
  return Object.entries(body ?? {}).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [
      name,
      textOf(each, ","),
    ]),
  );
}
