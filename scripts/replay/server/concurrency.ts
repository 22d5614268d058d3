import type { Provider } from "@contract-toolkit/conformance";
import { isExclusive } from "@contract-toolkit/conformance/internal";
import type { ReplayOptions } from "../options.ts";
import type { Plan } from "../plan.ts";
import type { ServerCase } from "./cases.ts";

interface Known extends Pick<ReplayOptions, "concurrency" | "stateless"> {
  /** How long the server takes for a case, if any was played. */
  readonly answerMs: number | undefined;
}

/**
 * Says how many cases are played on a server at a time. The longer it takes for an answer, the more of them wait side by side; one
 * after the other where nobody has said which of them disturb others.
 */
export function concurrencyFor(
  cases: readonly ServerCase[],
  { exclusive }: Pick<Provider, "exclusive">,
  { concurrency, stateless, answerMs = 0 }: Known,
): Required<Pick<Plan, "concurrency" | "exclusive">> {
  const alone = stateless ? [] : cases.filter((each) => isExclusive(each, exclusive ?? {}));
  const areIndependent = stateless || exclusive !== undefined;
  const bearable = Math.min(mostAtATime, Math.ceil(answerMs / oneMoreForEachMs));
  return {
    concurrency: concurrency ?? (areIndependent ? Math.max(leastAtATime, bearable) : 1),
    exclusive: new Set(alone.map(({ id }) => id)),
  };
}

/** While the suite judges an answer, the server can make the next one; and some scenarios wait for slow receivers. */
const leastAtATime = 4;

/** A server that takes half a second for each of so many at once still answers within the ten seconds that it has. */
export const mostAtATime = 16;

/** An answer that takes longer is mostly waited for. */
const oneMoreForEachMs = 20;
