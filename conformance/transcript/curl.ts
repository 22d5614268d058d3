import { headerNamed, type WireRequest } from "../request.ts";
import { piecesOf, variableOf, withoutScheme, type Secrets } from "./secrets.ts";

/**
 * A command in one line, for a POSIX shell, that sends a request again with its own headers and no others. Credentials
 * are taken from shell variables.
 *
 * @returns undefined where the line would be longer than a person can use
 */
export function curlLine(request: RepeatableRequest, secrets: Secrets): string | undefined {
  const { method, headers, body, encoding } = request;
  const { address, hasUser } = addressOf(request.url);
  // What HTTP sends without a body where one is usual has the length 0.
  const data = body ?? (["POST", "PUT", "PATCH"].includes(method) ? "" : undefined);
  // Of an argument that begins with @ curl would read the file of that name; bytes are no argument.
  const inPipe = data !== undefined && (encoding !== undefined || /^@|\p{Cc}/u.test(data));
  const line = [
    ...(inPipe ? [`printf ${printfText(Buffer.from(data, encoding ?? "utf8"))} |`] : []),
    // The address as it is: curl would read ranges from brackets and take dots out of paths.
    "curl -i -g --path-as-is",
    method === "HEAD" ? "-I" : `-X ${method}`,
    ...(hasUser ? ['-u "$SERVER_USER"'] : []),
    quoted(address, secrets),
    ...Object.entries(headers).map((header) => `-H ${quotedHeader(header, secrets)}`),
    ...ownHeaders
      .filter(
        (name) =>
          headerNamed(headers, name) === undefined &&
          (name !== "Content-Type" || data !== undefined),
      )
      .map((name) => `-H '${name}:'`),
    ...(data === undefined ? [] : [`--data-binary ${inPipe ? "@-" : quoted(data, secrets)}`]),
  ].join(" ");
  return line.length > LONGEST_LINE ? undefined : line;
}

/** An address that is a text is sent as it is. */
export type RepeatableRequest = Omit<WireRequest, "url"> & { readonly url: URL | string };

/** An address as it is shown, without its user. */
export function addressOf(given: URL | string): { address: string; hasUser: boolean } {
  if (typeof given === "string") return { address: given, hasUser: false };
  const url = new URL(given);
  const hasUser = url.username !== "" || url.password !== "";
  url.username = "";
  url.password = "";
  return { address: url.href, hasUser };
}

/** What curl adds by itself, and leaves out when it is told so. */
const ownHeaders = ["Accept", "User-Agent", "Content-Type"];

/** Some shells take longer lines, no person does. */
const LONGEST_LINE = 8_000;

function quotedHeader([name, value]: [string, string], secrets: Secrets): string {
  // With a colon curl would leave it out.
  if (value === "") return quoted(`${name};`, secrets);
  // HTTP sends the characters of a header as single bytes.
  if (/[^ -~]/.test(value))
    return `"$(printf ${printfText(Buffer.from(`${name}: ${value}`, "latin1"))})"`;
  const variable = variableOf(name);
  const secret = secrets.get(variable);
  return secret !== undefined && withoutScheme(value) === secret
    ? `${quoted(`${name}: ${value.slice(0, value.length - secret.length)}`, secrets)}"$${variable}"`
    : quoted(`${name}: ${value}`, secrets);
}

function quoted(text: string, secrets: Secrets): string {
  const pieces = piecesOf(text, secrets).map((piece) =>
    piece.variable === undefined
      ? `'${piece.text.replaceAll("'", `'\\''`)}'`
      : `"$${piece.variable}"`,
  );
  return pieces.join("") || "''";
}

/** Every byte as `printf` writes it again, also those that a terminal would act on. */
function printfText(bytes: Buffer): string {
  const written = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === "%") return "%%";
    return /[ -~]/.test(character) && !/['\\]/.test(character)
      ? character
      : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `'${written.join("")}'`;
}
