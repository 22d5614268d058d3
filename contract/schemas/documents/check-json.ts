import { mostLevels, tooDeep, type Refuse } from "./check-yaml.ts";

/** Refuses JSON that programs read differently (RFC 8259, sections 4, 6 and 9). */
export function checkJson(text: string, refuse: Refuse): void {
  // The names of each object that is open; a list has none.
  const open: Set<string>[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      open.push(new Set());
      if (open.length > mostLevels) throw refuse(index, tooDeep);
    } else if (token === "}" || token === "]") open.pop();
    else if (token.startsWith('"')) {
      if (!isName(text, index + token.length)) continue;
      const name = String(JSON.parse(token));
      if (open.at(-1)?.has(name) === true)
        throw refuse(
          index,
          `has the name ${JSON.stringify(name.slice(0, 100))} twice in one object.`,
        );
      open.at(-1)?.add(name);
    } else if (!Number.isFinite(Number(token)))
      throw refuse(index, `${token.slice(0, 40)} is too large for a number.`);
  }
}

/** Whether a colon follows a string that ends before `at`. */
function isName(text: string, at: number): boolean {
  let next = at;
  while (" \t\r\n".includes(text[next] ?? ":")) next += 1;
  return text[next] === ":";
}

/** Brackets, numbers and strings. A string that does not end is one, too, so that no text is searched twice. */
const tokens = /[{}[\]]|"(?:[^"\\]|\\[^])*"?|-?\d[\d.eE+-]*/g;
