/**
 * Whether the id of a case is the one that a pattern says, in which `*` stands for any text, also for none.
 *
 * @example
 * isOfPattern("addItem/*", "addItem/request/body/title maxLength invalid"); // true
 */
export function isOfPattern(pattern: string, id: string): boolean {
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return pattern === id;
  let at = start.length;
  for (const part of parts) {
    const found = id.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return id.startsWith(start) && id.endsWith(end) && at <= id.length - end.length;
}
