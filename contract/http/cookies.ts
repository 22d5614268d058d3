/**
 * The decoded value of the first cookie with a name; undefined if there is none. It may be quoted (RFC 6265, section 4.1.1)
 * and percent-encoded, as `cookieText` writes it.
 *
 * @param header pairs separated by semicolons (RFC 6265, section 4.2)
 * @example
 * cookieOf("theme=dark; size=1%202", "size"); // "1 2"
 */
export function cookieOf(header: string, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header.split(";").find((part) => part.trim().startsWith(prefix));
  if (pair === undefined) return undefined;
  const value = pair.trim().slice(prefix.length);
  const unquoted = value.length > 1 && /^".*"$/.test(value) ? value.slice(1, -1) : value;
  try {
    return decodeURIComponent(unquoted);
  } catch {
    return unquoted;
  }
}

/**
 * Writes the header `Cookie`. Values are percent-encoded, because a cookie cannot hold every character.
 *
 * @param values by name; undefined and null are left out
 * @example
 * cookieText({ theme: "dark", size: "1 2" }); // "theme=dark; size=1%202"
 */
export function cookieText(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([, value]) => value != null)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join("; ");
}
