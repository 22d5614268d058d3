import { documentedOf, type SampleResponse, valueAt } from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import { compareJson } from "../json/compare.ts";
import type { Suite } from "../suite.ts";
import { describeDifference, type Finding } from "../verdict.ts";
import { judgeAnswer, wrongStatus } from "./answer.ts";
import { judgeDerived } from "./judge-derived.ts";
import type { ServerAnswer } from "./send.ts";

/** Judges an answer by the contract, and value by value by what the sample documents. */
export function judgeSample(
  suite: Pick<Suite, "contract" | "positionOf">,
  played: Case,
  expected: SampleResponse,
  answer: ServerAnswer,
  bindings: ReadonlyMap<string, string>,
): Finding[] {
  if (played.kind === "derived")
    return judgeDerived(played, judgeAnswer(suite, played.operation, answer));
  if (answer.status !== expected.status)
    return [wrongStatus(played.operation, expected.status, answer)];
  if (!documentedOf(played.operation.responses, answer.status))
    return [
      {
        message: `status ${answer.status} is not documented`,
        source: played.operation.source,
      },
    ];
  const { headers, body, findings, faulty } = judgeAnswer(suite, played.operation, answer);
  // What the server has made earlier, or was told, it has to repeat as it was.
  const isKnown = (pointer: string) => {
    const value = valueAt(played.response, pointer);
    return typeof value === "string" && bindings.has(value);
  };
  const ignored = new Set(
    played.serverMade
      .filter((pointer) => !isKnown(pointer))
      .map((pointer) => pointer.replace(/^\/body/, "")),
  );
  const differences = [
    ...compareJson(expected.body, body, ignored).map((each) => ({
      ...each,
      pointer: `/body${each.pointer}`,
    })),
    ...compareJson(expected.headers, pick(headers, Object.keys(expected.headers))).map((each) => ({
      ...each,
      pointer: `/headers${each.pointer}`,
    })),
    // A place that breaks the contract differs from the sample too; it is told once.
  ].filter(({ pointer }) => !faulty.has(pointer));
  return [...findings, ...differences.map((difference) => describeDifference("", difference))];
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => name in values).map((name) => [name, values[name]]),
  );
}
