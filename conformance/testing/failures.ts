import { describeVerdict, type Verdict } from "../index.ts";

/** Plays cases one after the other, and tells of those that did not pass what was wrong. */
export async function failuresOf<Played>(
  cases: Iterable<Played>,
  play: (each: Played) => Promise<Verdict>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const each of cases) {
    const verdict = await play(each);
    if (verdict.outcome !== "passed") failures.push(describeVerdict(verdict));
  }
  return failures;
}
