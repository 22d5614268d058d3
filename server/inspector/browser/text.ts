import type { ShellCredential } from "../recorded-request.ts";

/**
 * Escapes control characters, and characters that change the direction of text. Senders of requests may use them.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

// All invisible characters except line feeds (Unicode categories Cc, Cf, Zl and Zp).
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The address of a path and query at this page's server. It is made from its parts, because the sender of a recorded request
 * chose the path: `//host/path` as a reference would lead to another server.
 */
export function targetUrl(target: string): URL {
  const [path = "", ...query] = target.split("?");
  const address = new URL(location.origin);
  address.pathname = path;
  address.search = query.join("?");
  return address;
}

/** A request to this page's server as a shell command, with a JSON body. */
export function curlCommand({
  method,
  target,
  credentials,
  body,
}: {
  readonly method: string;
  readonly target: string;
  readonly credentials: readonly ShellCredential[];
  readonly body?: string | undefined;
}): string {
  return [
    // Without -g, curl would expand brackets as ranges.
    `curl -sS -g -X ${method} ${quoteShell(targetUrl(target).href)}`,
    ...credentials.map(credentialOption),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoteShell(body)}`]),
  ].join(" \\\n  ");
}

function credentialOption({ in: place, name, type, variable = name }: ShellCredential): string {
  const start = { query: `${name}=`, cookie: `Cookie: ${name}=`, header: `${name}: ` }[place];
  const before = (start + (type === undefined ? "" : `${type} `)).replaceAll(/["$`\\]/g, "\\$&");
  const value = `$${variable.toUpperCase().replaceAll(/^(?=\d)|[^A-Z0-9]/g, "_")}`;
  return `${place === "query" ? "--url-query" : "-H"} "${before}${value}"`;
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
