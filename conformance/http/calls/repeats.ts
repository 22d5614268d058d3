import { documentedOf } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import type { CallCase, RawAnswer, TimedAnswer } from "./call-case.ts";
import { asDocumented, callCase, eitherWay, toRefuse, type CallGround } from "./make-call.ts";

/** How often a client may repeat, in each of these cases. */
const RETRIES = 2;

/**
 * A client that may repeat does so only where the contract says that it is safe, with the same request, and as often as it
 * may.
 */
export function repeatCases(ground: CallGround): CallCase[] {
  const { success } = ground;
  return [
    ...failures(ground).flatMap(([name, failure]) => [
      repeated(success, `${name}, then the answer`, [failure, asDocumented(success)]),
      repeated(success, `${name}, whenever it is asked`, [failure]),
    ]),
    repeated(success, "503, then a redirect", [
      undocumentedAnswer(success, 503, {}),
      redirectElsewhere(success),
      asDocumented(success),
    ]),
    callCase(
      success,
      SECTION,
      "hung up, and no repetition told",
      "a client repeats nothing by itself",
      {
        answers: [toRefuse(success, { isHungUp: true }), asDocumented(success)],
      },
    ),
  ];
}

const SECTION = ["repeats", "RFC 9110, section 9.2.2"] as const;

function repeated(
  success: Case,
  name: string,
  answers: readonly [TimedAnswer, ...TimedAnswer[]],
): CallCase {
  const isSafe = success.operation.retryable;
  const why = isSafe
    ? "it is safe to repeat"
    : "the contract does not say that it is safe to repeat";
  return callCase(success, SECTION, name, why, { answers, retries: RETRIES });
}

/** What may make a client ask again. */
function failures({ success, errors }: CallGround): (readonly [string, TimedAnswer])[] {
  const { responses } = success.operation;
  const undocumented = statuses
    .filter(([status]) => documentedOf(responses, status) === undefined)
    .map(([status, raw]) => [`${status}`, undocumentedAnswer(success, status, raw)] as const);
  const documented = errors.map(
    (error) => [`${error.response.status}`, asDocumented(error)] as const,
  );
  return [
    ["hung up", toRefuse(success, { isHungUp: true })],
    ["cut off", toRefuse(success, { framing: { kind: "length", missingBytes: 7 } })],
    ...undocumented,
    ...documented,
  ];
}

const statuses: readonly (readonly [number, RawAnswer])[] = [
  [408, {}],
  [425, {}],
  [429, { headers: { "Retry-After": ["0"] } }],
  [502, {}],
  [503, { headers: { "Retry-After": ["0"] } }],
  [504, {}],
];

/** Whether it is given to the caller, other cases ask. */
function undocumentedAnswer({ response }: Case, status: number, raw: RawAnswer): TimedAnswer {
  return eitherWay({ response: { ...response, status } }, { reason: "", ...raw });
}

function redirectElsewhere({ response }: Case): TimedAnswer {
  return toRefuse(
    { response },
    {
      status: 307,
      headers: { Location: ["{elsewhere}"], "Content-Type": [] },
      body: { text: "" },
    },
  );
}
