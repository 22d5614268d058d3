import type { Operation, Parameter, SampleRequest } from "@contract-toolkit/kernel";

export type SampledRequest = SampleRequest;

/** An operation as the page's script knows it. */
export interface DescribedOperation extends Pick<
  Operation,
  "id" | "method" | "path" | "template" | "contentType" | "parameters" | "security"
> {
  readonly body?: Pick<NonNullable<Operation["body"]>, "contentType">;
  /** Documented statuses, such as `200` or `5XX`. */
  readonly statuses: readonly string[];
}

export interface Credential {
  readonly in: Parameter["in"];
  readonly name: string;
  /** The scheme of the header "Authorization". */
  readonly type?: string;
  /** Name of its security scheme; undefined if it is documented as a parameter. */
  readonly scheme?: string;
}

/** The credentials of all alternatives, because a reader may have any of them. */
export function credentialsOf({
  parameters,
  security = [],
}: Pick<Operation, "parameters" | "security">): Credential[] {
  const declared = parameters.filter(({ credential }) => credential);
  const schemes = new Map(security.flat().map((each) => [each.scheme, each]));
  return [...declared.map(({ in: place, name }) => ({ in: place, name })), ...schemes.values()];
}

/** The part of a request that contains a parameter. */
export function partOf({
  in: place,
}: Pick<Parameter, "in">): "path" | "query" | "headers" | "cookies" {
  return place === "header" ? "headers" : place === "cookie" ? "cookies" : place;
}

/** The separator of a list; "&" if the parameter is repeated. */
export function separatorOf({ in: place, array }: Parameter): string | undefined {
  return array && (array.separator ?? (place === "query" && array.explode ? "&" : ","));
}

/** Writes a request without credentials; undefined if its body is not text, such as a form with files, or its path has operators. */
export function writeRequest(
  operation: DescribedOperation,
  request: SampledRequest,
  address: string,
) {
  const contentType =
    request.body === undefined
      ? operation.contentType
      : (request.contentType ?? operation.body?.contentType);
  const body = bodyText(request.body, contentType);
  if (body === undefined && request.body !== undefined) return undefined;
  if (operation.template !== undefined) return undefined;
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
    body,
  };
}

/** Whether a header carries a credential. */
export function isCredential(operation: DescribedOperation, header: string): boolean {
  return credentialsOf(operation).some(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === header.toLowerCase(),
  );
}

function queryOf({ parameters }: DescribedOperation, name: string, value: unknown): string[] {
  const parameter = parameters.find((each) => each.in === "query" && each.name === name);
  const separator = (parameter && separatorOf(parameter)) ?? "&";
  const pair = (key: string, text: unknown) =>
    `${encodeURIComponent(key)}=${encodeURIComponent(textOf(text, separator))}`;
  if (Array.isArray(value) && separator === "&") return value.map((each) => pair(name, each));
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([field, each]) => pair(`${name}[${field}]`, each));
  return [pair(name, value)];
}

/** A value as text on the wire. */
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
