import { setImmediate } from "node:timers/promises";

/**
 * Wraps a function so that calls with the same arguments within one turn of the event loop share one call. That call begins after
 * the turn, so no caller gets an older result.
 *
 * @param call takes arguments that JSON can represent; callers must not change its result
 */
export function sharedCall<Given extends readonly unknown[], Result>(
  call: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  const pending = new Map<string, Promise<Result>>();
  return (...given) => {
    const key = JSON.stringify(given);
    const known = pending.get(key);
    if (known !== undefined) return known;
    const result = setImmediate().then(() => {
      pending.delete(key);
      return call(...given);
    });
    pending.set(key, result);
    return result;
  };
}
