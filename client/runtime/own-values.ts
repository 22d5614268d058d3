import type { Operation, SchemeCredential } from "@contract-toolkit/kernel";
import type { ContractClientOptions, HeaderSource } from "./options.ts";

/** What the client itself sends with each call of an operation. */
export interface OwnValue extends Pick<SchemeCredential, "in" | "name" | "type"> {
  readonly source: HeaderSource;
}

/**
 * The credentials of the first alternative of an operation for which the client has all, if there is one, and the
 * documented headers that the client has.
 */
export function ownValuesOf(
  { parameters, security = [] }: Operation,
  { credential, credentials = {}, headers = {} }: Omit<ContractClientOptions, "baseUrl">,
): OwnValue[] {
  const chosen = security.find((each) => each.every(({ scheme }) => credentials[scheme])) ?? [];
  const values = [
    ...chosen.map((each) => ({ ...each, source: credentials[each.scheme] })),
    ...parameters
      .filter((each) => each.in === "header")
      .map(({ name, credential: isCredential }) => ({
        in: "header" as const,
        name,
        source: isCredential ? credential : headers[name],
      })),
  ];
  return values.flatMap(({ source, ...each }) => (source === undefined ? [] : { ...each, source }));
}

/** The values that the client sends with one call, by where they are sent. */
export interface OwnValues {
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
}

/** Makes the values that are made for each call. */
export async function valuesOf(own: readonly OwnValue[]): Promise<OwnValues> {
  const values: OwnValues = { headers: {}, query: {} };
  for (const { in: place, name, source, type } of own) {
    const value = written(type, typeof source === "function" ? await source() : source);
    if (place === "query") values.query[name] = value;
    else if (place === "header") values.headers[name] = value;
    else addCookies(values.headers, `${name}=${encodeURIComponent(value)}`);
  }
  return values;
}

/** Browsers let no program send this header, and leave it out. */
export function addCookies(headers: Record<string, string>, cookies: string): void {
  headers["Cookie"] = [headers["Cookie"], cookies].filter(Boolean).join("; ");
}

/** RFC 7617, section 2: of `Basic`, user and password are Base64 of UTF-8. */
function written(type: string | undefined, value: string): string {
  if (type === undefined) return value;
  if (type.toLowerCase() !== "basic") return `${type} ${value}`;
  return `${type} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`;
}
