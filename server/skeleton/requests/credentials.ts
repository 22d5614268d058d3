import type { IncomingHttpHeaders } from "node:http";
import {
  cookieOf,
  type Operation,
  type SchemeCredential,
} from "@contract-toolkit/contract/messages";
import { groupPairs } from "./query.ts";

/**
 * Makes a function that reads an operation's credentials, by documented header name or security scheme. Those of a scheme are
 * decoded: a token without `Bearer`, `user:password` of Basic.
 */
export function createCredentialReader(operation: Operation) {
  const declared = operation.parameters
    .filter((parameter) => parameter.in === "header" && parameter.credential)
    .map(({ name }) => ({ name, key: name.toLowerCase() }));
  const schemes = operation.security?.flat() ?? [];
  return (headers: IncomingHttpHeaders, search: string) => {
    const credentials: Record<string, string | undefined> = {};
    for (const { key, name } of declared) credentials[name] = headers[key]?.toString();
    for (const scheme of schemes)
      credentials[scheme.scheme] = readSentCredential(scheme, headers, search);
    return credentials;
  };
}

function readSentCredential(
  { in: place, name, type }: SchemeCredential,
  headers: IncomingHttpHeaders,
  search: string,
): string | undefined {
  switch (place) {
    case "query": {
      const [value, ...further] = groupPairs(search).get(name) ?? [];
      return further.length > 0 ? undefined : value;
    }
    case "cookie":
      return cookieOf(headers.cookie ?? "", name);
    case "header": {
      const text = headers[name.toLowerCase()]?.toString();
      return type === undefined ? text : withoutType(text ?? "", type);
    }
  }
}

/** RFC 9110, section 11.4: the scheme is case-insensitive and followed by spaces. */
function withoutType(text: string, type: string): string | undefined {
  const space = text.indexOf(" ");
  if (space < 0 || text.slice(0, space).toLowerCase() !== type.toLowerCase()) return undefined;
  const value = text.slice(space).trim();
  return type.toLowerCase() === "basic" ? Buffer.from(value, "base64").toString("utf8") : value;
}
