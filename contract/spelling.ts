/** The name that was most probably meant, if one is near enough. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const most = written.length < 4 ? 1 : 2;
  let best: string | undefined;
  let least = most + 1;
  for (const name of new Set(names)) {
    if (Math.abs(name.length - written.length) > most) continue;
    const isOtherCase = written[0] !== name[0] ? 0.5 : 0;
    const distance = distanceOf(written.toLowerCase(), name.toLowerCase()) + isOtherCase;
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** How many letters have to be changed, added, left out or exchanged with the next (optimal string alignment). */
export function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? 0;
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(1, 0) + 1,
          (row[j - 1] ?? 0) + 1,
          at(1, 1) + same,
          ...(exchanged ? [at(2, 2) + 1] : []),
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
