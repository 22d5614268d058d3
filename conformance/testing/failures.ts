import { describeVerdict, type Verdict } from "../index.ts";

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
