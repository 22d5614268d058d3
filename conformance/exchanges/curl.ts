import { headerNamed, type WireRequest } from "../request.ts";
import {
  piecesOf,
  SHORTEST_UNMISTAKABLE,
  variableOf,
  withoutScheme,
  type Secrets,
} from "./secrets.ts";

/**
 * A curl command in one line, for a POSIX shell. It repeats a request with exactly its own headers, and takes credentials from
 * shell variables.
 *
 * @returns undefined if the line would be too long for people
 */
export function curlLine(request: RepeatableRequest, secrets: Secrets): string | undefined {
  const { method, headers, body, encoding } = request;
  const { address, hasUser } = shownAddress(request.url);
  // With these methods, a request without a body has `Content-Length: 0`.
  const data = body ?? (["POST", "PUT", "PATCH"].includes(method) ? "" : undefined);
  // curl would read a file if an argument starts with @, and an argument cannot hold any bytes.
  const inPipe = data !== undefined && (encoding !== undefined || /^@|\p{Cc}/u.test(data));
  const line = [
    ...(inPipe ? [`printf '${escaped(Buffer.from(data, encoding ?? "utf8"))}' |`] : []),
    // curl would expand brackets as ranges and remove dot segments.
    "curl -i -g --path-as-is",
    method === "HEAD" ? "-I" : `-X ${method}`,
    ...(hasUser ? ['-u "$SERVER_USER"'] : []),
    quoteWithSecrets(address, secrets),
    ...Object.entries(headers).map((header) => `-H ${quotedHeader(header, secrets)}`),
    ...ownHeaders
      .filter(
        (name) =>
          headerNamed(headers, name) === undefined &&
          (name !== "Content-Type" || data !== undefined),
      )
      .map((name) => `-H '${name}:'`),
    ...(data === undefined
      ? []
      : [`--data-binary ${inPipe ? "@-" : quoteWithSecrets(data, secrets)}`]),
  ].join(" ");
  return line.length > LONGEST_LINE ? undefined : line;
}

/** A URL that is a string is sent unchanged. */
export type RepeatableRequest = Omit<WireRequest, "url"> & { readonly url: URL | string };

/** The URL without its user, as it is shown. */
export function shownAddress(given: URL | string): { address: string; hasUser: boolean } {
  if (typeof given === "string") return { address: given, hasUser: false };
  const url = new URL(given);
  const hasUser = url.username !== "" || url.password !== "";
  url.username = "";
  url.password = "";
  return { address: url.href, hasUser };
}

/** Headers that curl adds by itself unless they are removed. */
const ownHeaders = ["Accept", "User-Agent", "Content-Type"];

/** Longer lines are of no use to people, although some shells take them. */
const LONGEST_LINE = 8_000;

function quotedHeader([name, value]: [string, string], secrets: Secrets): string {
  // curl would leave out an empty header written with a colon.
  if (value === "") return quoteWithSecrets(`${name};`, secrets);
  // HTTP sends the characters of a header as single bytes.
  if (/[^ -~]/.test(value))
    return `"$(printf '${escaped(Buffer.from(`${name}: ${value}`, "latin1"))}')"`;
  const variable = variableOf(name);
  const secret = secrets.get(variable);
  return secret !== undefined && withoutScheme(value) === secret
    ? `${quoteWithSecrets(`${name}: ${value.slice(0, value.length - secret.length)}`, secrets)}"$${variable}"`
    : quoteWithSecrets(`${name}: ${value}`, secrets);
}

function quoteWithSecrets(text: string, secrets: Secrets): string {
  const pieces = piecesOf(text, secrets).map((piece) =>
    piece.variable === undefined
      ? `'${piece.text.replaceAll("'", `'\\''`)}'`
      : `"$${piece.variable}"`,
  );
  return pieces.join("") || "''";
}

/**
 * A command in one line that sends a request as these bytes. It takes credentials from shell variables.
 *
 * @returns undefined if the line would be too long for people, or would show a credential
 */
export function rawLine(bytes: Buffer, server: URL, secrets: Secrets): string | undefined {
  if ([...secrets.values()].some((secret) => secret.length < SHORTEST_UNMISTAKABLE)) return;
  const pieces = piecesOf(bytes.toString("latin1"), secrets);
  const format = pieces.map(({ text, variable }) =>
    variable === undefined ? escaped(Buffer.from(text, "latin1")) : "%s",
  );
  const values = pieces.flatMap(({ variable }) =>
    variable === undefined ? [] : ` "$${variable}"`,
  );
  const host = server.hostname.replaceAll(/[[\]]/g, "");
  const peer =
    server.protocol === "https:"
      ? `openssl s_client -quiet -connect ${server.hostname}:${server.port || 443}`
      : `nc -w 5 ${host} ${server.port || 80}`;
  const line = `printf '${format.join("")}'${values.join("")} | ${peer}`;
  return line.length > LONGEST_LINE ? undefined : line;
}

/** Bytes as `printf` reads them between quotes. */
function escaped(bytes: Buffer): string {
  const written = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[ -~]/.test(character) && !/['\\%]/.test(character)
      ? character
      : (shortEscapes.get(character) ?? `\\${byte.toString(8).padStart(3, "0")}`);
  });
  return written.join("");
}

const shortEscapes = new Map([
  ["%", "%%"],
  ["\r", "\\r"],
  ["\n", "\\n"],
]);
