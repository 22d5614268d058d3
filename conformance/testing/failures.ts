import { describeVerdict, type Verdict } from "../index.ts";

export async function failuresOf<Played>(
  cases: Iterable<Played>,
  play: (played: Played) => Promise<Verdict>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const testCase of cases) {
    const verdict = await play(testCase);
    if (verdict.outcome !== "passed") failures.push(describeVerdict(verdict));
  }
  return failures;
}
