import type { Fault, Operation } from "contract-kernel";
import type { Answer } from "./answer.ts";
import type { Engine } from "./engine.ts";
import { cut } from "./listed-faults.ts";
import { invalidResponse } from "./problem.ts";

/** Returns the answer that it is given, at once or later; one that breaks the contract is a problem. */
export type CheckAnswer = (
  operation: Operation | undefined,
  answer: Answer,
) => Answer | Promise<Answer>;

/** Makes the check that every answer passes before it leaves. */
export function createAnswerCheck(engine: Engine): CheckAnswer {
  // An engine that judges at once costs no promise.
  return (operation, answer) => {
    const { headers, body } = answer;
    const judged = engine.response(operation, answer.status, { headers, body });
    return judged instanceof Promise
      ? judged.then((faults) => requireFaultless(operation, answer, faults))
      : requireFaultless(operation, answer, judged);
  };
}

function requireFaultless(
  operation: Operation | undefined,
  answer: Answer,
  faults: readonly Fault[],
): Answer {
  if (faults.length === 0) return answer;
  const details = faults
    .map(
      ({ pointer, reason }) => `${cut(pointer, maxDetailLength)} ${cut(reason, maxDetailLength)}`,
    )
    .join("; ");
  throw invalidResponse(`${operation?.id ?? "no operation"} ${answer.status}: ${details}`);
}

/** Of a place or reason in a log line; a name in an answer may be whatever a client once sent. */
const maxDetailLength = 256;
