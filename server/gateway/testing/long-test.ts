import { test } from "vitest";

/** Whether tests run with their full counts. */
export const full = process.env["FULL"] === "1";

/** Whether this is a run of what `npm test` leaves out. */
export const later = full || process.env["TIER"] === "all";

/** Defines a test that `npm test` leaves to `npm run test:all`. */
export const laterTest = test.runIf(later);

/** Sets the step that the test waits for next. */
export type Step = (what: string) => void;

/**
 * Defines a test that takes minutes with full counts. It prints its progress, and at its limit it fails with the current step.
 *
 * @param limitMs several times its duration on two busy cores, so that only a test that hangs reaches it
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
  // The limit of vitest is for tests that block the event loop.
  test(title, withinLimit, limitMs + 10_000);
}

/** Shows progress without filling the log. */
const PROGRESS_MS = 20_000;
