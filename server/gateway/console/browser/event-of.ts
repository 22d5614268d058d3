/** The event that the `data` of a callback carries, as text. */
export function eventOf(body: string): string {
  try {
    const { data } = JSON.parse(body) as { data: string };
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), undefined, 2);
  } catch {
    return "It cannot be read.";
  }
}
