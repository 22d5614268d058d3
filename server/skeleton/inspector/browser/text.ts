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

/** A text as one argument of a shell's command. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
