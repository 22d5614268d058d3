import type { ProblemAnswer } from "../options.ts";
import type { Problem } from "../problem.ts";

/** An error is read by people and written to logs; and what a request costs its sender, its answer costs the server. */
const maxAnswerBytes = 32 * 1024;

/**
 * Asks for the answer to a problem, and asks again with fewer faults while it is too long.
 *
 * @throws {RangeError} when it is too long with one fault, or for another reason.
 */
export async function answerWithinLimits(
  problem: Problem,
  errorHandler: (problem: Problem) => ProblemAnswer | Promise<ProblemAnswer>,
): Promise<ProblemAnswer> {
  const answer = await errorHandler(problem);
  const bytes = answer.body === undefined ? 0 : Buffer.byteLength(JSON.stringify(answer.body));
  if (bytes <= maxAnswerBytes) return answer;
  if (problem.kind !== "invalid-request" || problem.faults.length < 2)
    throw new RangeError(
      `The answer to ${problem.kind} has ${bytes} bytes; ${maxAnswerBytes} are allowed.`,
    );
  const faults = problem.faults.slice(0, problem.faults.length / 2);
  const omittedFaults = problem.omittedFaults + problem.faults.length - faults.length;
  return answerWithinLimits({ ...problem, faults, omittedFaults }, errorHandler);
}
