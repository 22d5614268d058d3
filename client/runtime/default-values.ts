import type { Operation, SchemeCredential } from "@contract-toolkit/kernel";
import type { ContractClientOptions, HeaderSource } from "./options.ts";

/** A value that the client adds to each call of an operation. */
export interface OwnValue extends Pick<SchemeCredential, "in" | "name" | "type"> {
  readonly source: HeaderSource;
}

/**
 * Returns the credentials of the first security alternative for which the client has all of them, and the documented headers for
 * which the client has a value.
 */
export function ownValuesOf(
  { parameters, security = [] }: Operation,
  { credential, credentials = {}, headers = {} }: Omit<ContractClientOptions, "baseUrl">,
): OwnValue[] {
  const own: OwnValue[] = [];
  const add = (where: Omit<OwnValue, "source">, source: HeaderSource | undefined) => {
    if (source !== undefined) own.push({ ...where, source });
  };
  // An alternative without credentials must not hide those that the client has.
  const chosen = security.find(
    (each) => each[0] && each.every(({ scheme }) => credentials[scheme]),
  );
  for (const each of chosen ?? []) add(each, credentials[each.scheme]);
  for (const { in: place, name, credential: isCredential } of parameters)
    if (place === "header") add({ in: place, name }, isCredential ? credential : headers[name]);
  return own;
}

/** The values that the client adds to one call, by their place in the request. */
export type OwnValues = Readonly<Record<SchemeCredential["in"], Record<string, string>>>;

export async function valuesOf(own: readonly OwnValue[]): Promise<OwnValues> {
  const values: OwnValues = { header: {}, query: {}, cookie: {} };
  for (const { in: place, name, source, type } of own)
    values[place][name] = written(type, typeof source === "function" ? await source() : source);
  return values;
}

/** RFC 7617, section 2: the user and password of `Basic` are UTF-8 in Base64. */
function written(type: string | undefined, value: string): string {
  if (type === undefined) return value;
  if (type.toLowerCase() !== "basic") return `${type} ${value}`;
  return `${type} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`;
}
