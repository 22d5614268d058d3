import { setImmediate } from "node:timers/promises";

/**
 * Makes a call that is made once for all who ask for the same within one turn of the event loop. It begins after all of
 * them have asked, so that each of them learns what has been true since.
 *
 * @param call with arguments that JSON can write, and an answer that nobody changes
 */
export function sharedCall<Given extends readonly unknown[], Answer>(
  call: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (...given) => {
    const key = JSON.stringify(given);
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = setImmediate().then(() => {
      asked.delete(key);
      return call(...given);
    });
    asked.set(key, answer);
    return answer;
  };
}
