/**
 * Whether `pattern` matches only strings up to some length: it is anchored at both ends and has no unlimited
 * repetition.
 *
 * @example
 * boundsLength("^[0-9]{2}$"); // true
 * boundsLength("^[0-9]+$"); // false
 */
export function boundsLength(pattern: string): boolean {
  const bare = pattern
    // Escaped characters and classes are not repetitions.
    .replace(/\\./g, "x")
    .replace(/\[[^\]]*\]/g, "x");
  return (
    bare.startsWith("^") &&
    bare.endsWith("$") &&
    !/[*+]|\{\d+,\}/.test(bare) &&
    !hasOpenBranch(bare)
  );
}

/** A branch outside any group: in `^a|b$` each end is anchored on one side only. */
function hasOpenBranch(pattern: string): boolean {
  let depth = 0;
  for (const character of pattern) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "|" && depth === 0) return true;
  }
  return false;
}
