/**
 * A text as a page may show it: control characters and those that turn the direction of what follows are written as escapes.
 * Whoever sent a request may have put them there.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

// Everything but line feeds that no reader sees (Unicode categories Cc, Cf, Zl and Zp).
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A request of this page's server as a command of a shell; its body is JSON. */
export function curlCommand({
  method,
  target,
  headers,
  body,
}: {
  readonly method: string;
  readonly target: string;
  /** As the shell reads them, in quotation marks. */
  readonly headers: readonly string[];
  readonly body?: string | undefined;
}): string {
  const ofBody = body === undefined ? [] : ["'Content-Type: application/json'"];
  return [
    `curl -sS -X ${method} ${quoted(location.origin + target)}`,
    ...[...headers, ...ofBody].map((each) => `-H ${each}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(" \\\n  ");
}

/** A text as one argument of a shell's command. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
