import { setTimeout as wait } from "node:timers/promises";

/** Does one step of a long job, and pauses for as long as the step took, so that others get at least half of the database. */
export async function paced<Result>(step: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await step();
  await wait(performance.now() - begun);
  return result;
}
