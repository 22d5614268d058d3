import { test } from "vitest";

/** Whether tests run their full counts; otherwise a sample of them. */
export const full = process.env["FULL"] === "1";

/** Tells what the test is about to wait for. */
export type Step = (what: string) => void;

/**
 * A test that takes minutes when its counts are full. It prints now and then where it is, and fails at its limit with
 * what it was waiting for.
 *
 * @param limitMs several times what it takes on two busy cores: what hangs is found, what is slow is not taken for that
 */
export function longTest(
  title: string,
  limitMs: number,
  work: (step: Step) => Promise<unknown>,
): void {
  const withinLimit = async () => {
    const from = performance.now();
    const secondsGone = () => Math.round((performance.now() - from) / 1000);
    let waitingFor = "its first step";
    const progress = setInterval(() => {
      console.log(`${title}: at ${waitingFor}, after ${secondsGone()} s`);
    }, PROGRESS_MS);
    const limit = Promise.withResolvers<never>();
    const alarm = setTimeout(() => {
      limit.reject(new Error(`After ${secondsGone()} s it still waits for ${waitingFor}.`));
    }, limitMs);
    const step = (what: string) => {
      waitingFor = what;
    };
    try {
      await Promise.race([work(step), limit.promise]);
    } finally {
      clearInterval(progress);
      clearTimeout(alarm);
    }
  };
  // The limit of vitest says less, and is for what does not even let a timer run.
  test(title, withinLimit, limitMs + 10_000);
}

/** Often enough to see that it goes on, seldom enough for a log. */
const PROGRESS_MS = 20_000;
