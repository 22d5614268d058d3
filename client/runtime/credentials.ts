import type { Operation, SchemeCredential } from "@contract-toolkit/kernel";
import type { ContractClientOptions, HeaderSource } from "./options.ts";

/** Credentials by where they are sent. */
export interface SentCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** The credentials of the first alternative of an operation for which the client has all; none, if there is no such one. */
export async function credentialsOf(
  { security = [] }: Operation,
  { credentials = {} }: Pick<ContractClientOptions, "credentials">,
): Promise<SentCredentials> {
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  const chosen = security.find((each) => each.every(({ scheme }) => credentials[scheme]));
  const cookies: string[] = [];
  for (const each of chosen ?? []) {
    const value = written(each, await valueOf(credentials[each.scheme]));
    if (each.in === "query") query[each.name] = value;
    else if (each.in === "header") headers[each.name] = value;
    else cookies.push(`${each.name}=${encodeURIComponent(value)}`);
  }
  if (cookies.length > 0) headers["Cookie"] = cookies.join("; ");
  return { headers, query };
}

/** The value of a header, made anew where it has to be. */
export function valueOf(source: HeaderSource | undefined): string | undefined | Promise<string> {
  return typeof source === "function" ? source() : source;
}

/** RFC 7617, section 2: of `Basic`, user and password are Base64 of UTF-8. */
function written({ type }: SchemeCredential, value = ""): string {
  if (type === undefined) return value;
  if (type.toLowerCase() !== "basic") return `${type} ${value}`;
  return `${type} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`;
}
