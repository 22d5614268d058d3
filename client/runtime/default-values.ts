import type { Operation, SchemeCredential } from "@contract-toolkit/contract";
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
  { credential, ...options }: Omit<ContractClientOptions, "baseUrl">,
): OwnValue[] {
  // A header or security scheme may have the name of an inherited property, such as `constructor`.
  const credentials = new Map(Object.entries(options.credentials ?? {}));
  const headers = new Map(Object.entries(options.headers ?? {}));
  // An alternative without credentials must not hide those that the client has.
  const chosen =
    security.find(
      (requirement) => requirement[0] && requirement.every(({ scheme }) => credentials.get(scheme)),
    ) ?? [];
  return [
    ...chosen.map((schemeCredential) => ({
      ...schemeCredential,
      source: credentials.get(schemeCredential.scheme),
    })),
    ...parameters
      .filter((parameter) => parameter.in === "header")
      .map(({ name, credential: isCredential }) => ({
        in: "header",
        name,
        source: isCredential ? credential : headers.get(name),
      })),
  ].filter((item): item is OwnValue => item.source !== undefined);
}

/** The values that the client adds to one call, by their place in the request. */
export type OwnValues = Readonly<Record<SchemeCredential["in"], Record<string, string>>>;

export async function readDefaultValues(own: readonly OwnValue[]): Promise<OwnValues> {
  const values: OwnValues = { header: {}, query: {}, cookie: {} };
  for (const { in: place, name, source, type } of own)
    values[place][name] = encodeCredential(
      type,
      typeof source === "function" ? await source() : source,
    );
  return values;
}

/** RFC 7617, section 2: the user and password of `Basic` are UTF-8 in Base64. */
function encodeCredential(type: string | undefined, value: string): string {
  const text =
    type?.toLowerCase() === "basic"
      ? btoa(String.fromCharCode(...new TextEncoder().encode(value)))
      : value;
  return type === undefined ? text : `${type} ${text}`;
}
