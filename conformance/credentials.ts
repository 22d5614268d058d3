import {
  cookieText,
  type Contract,
  type Operation,
  type SampleRequest,
  type SchemeCredential,
} from "@contract-toolkit/contract";
import { fillPlaceholders, headerNamed } from "./request.ts";

/**
 * Adds the credentials that an operation requires besides its parameters: those of the first alternative for which all are
 * given.
 *
 * @param given credentials by name of the header, query parameter or cookie
 * @throws {Error} when no alternative is given completely
 */
export function withCredentials(
  { security = [] }: Operation,
  request: SampleRequest,
  given: Readonly<Record<string, string>>,
): SampleRequest {
  if (security.length === 0) return request;
  const valueOf = ({ name }: SchemeCredential) => headerNamed(given, name);
  const chosen = security.find((requirement) =>
    requirement.every((schemeCredential) => valueOf(schemeCredential) !== undefined),
  );
  if (!chosen) {
    const needed = security
      .map((requirement) => requirement.map(({ name }) => name).join(" and "))
      .join(", or ");
    const [first] = security.flat();
    throw new Error(`${needed} is needed; give it with --header '${first?.name ?? ""}: value'`);
  }
  return chosen.reduce(
    (secured, schemeCredential) =>
      addCredential(secured, schemeCredential, valueOf(schemeCredential) ?? ""),
    request,
  );
}

function addCredential(
  request: SampleRequest,
  schemeCredential: SchemeCredential,
  value: string,
): SampleRequest {
  const { headers, query } = request;
  if (schemeCredential.in === "query")
    return { ...request, query: { ...query, [schemeCredential.name]: value } };
  if (schemeCredential.in === "header")
    return {
      ...request,
      headers: { ...headers, [schemeCredential.name]: withType(schemeCredential, value) },
    };
  const own = cookieText({ [schemeCredential.name]: value });
  const { Cookie: others } = headers;
  const cookie = typeof others === "string" ? `${others}; ${own}` : own;
  return { ...request, headers: { ...headers, Cookie: cookie } };
}

/** A credential may be given with its scheme (`Bearer x`) or without. */
function withType({ type }: SchemeCredential, value: string): string {
  if (type === undefined) return value;
  const isWhole = value.toLowerCase().startsWith(`${type.toLowerCase()} `);
  return isWhole ? value : `${type} ${value}`;
}

/** Names of the headers that hold credentials of an operation. */
export function credentialHeaders({ security = [] }: Operation): string[] {
  return security
    .flat()
    .flatMap((requirement) =>
      requirement.in === "query"
        ? []
        : [requirement.in === "cookie" ? "cookie" : requirement.name.toLowerCase()],
    );
}

/** Whether a sample shows the response to a request without credentials (401). */
export function isAnonymous({ response }: { readonly response: { readonly status: number } }) {
  return response.status === 401;
}

/** Replaces the placeholders for credentials in samples. */
const sampleCredential = "sample.credential.value";

/** Adds sample credentials to a call, as far as its operation requires any. */
export function callWithCredentials(
  operation: Operation,
  call: SampleRequest,
  { isAnonymous = false, credential = sampleCredential } = {},
): SampleRequest {
  const documented = Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.credential)
      .map(({ name }) => [name, credential]),
  );
  const secured = isAnonymous
    ? call
    : withCredentials(operation, call, schemeCredentials(operation, credential));
  return { ...secured, headers: fillPlaceholders(secured.headers, documented) };
}

function schemeCredentials(
  { security = [] }: Operation,
  credential: string,
): Record<string, string> {
  const chosen = security.find((requirement) => requirement.length > 0) ?? [];
  return Object.fromEntries(
    chosen.map(({ name, type }) => [
      name,
      type?.toLowerCase() === "basic" ? `${type} ${btoa(`user:${credential}`)}` : credential,
    ]),
  );
}

/** A credential for every security scheme and credential parameter of a contract. */
export function anyCredentials({ operations }: Contract): Record<string, string> {
  const names = Object.values(operations).flatMap(({ security = [], parameters }) => [
    ...security.flat().map(({ name }) => name),
    ...parameters.filter(({ credential }) => credential).map(({ name }) => name),
  ]);
  return Object.fromEntries(names.map((name) => [name, "anything"]));
}
