/** The text in capitals; if it is in capitals already, in lower case. */
export function inOtherCase(text: string): string {
  const capitals = text.toUpperCase();
  return text === capitals ? text.toLowerCase() : capitals;
}
