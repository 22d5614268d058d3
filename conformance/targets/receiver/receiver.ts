import { type SampleRequest, valueAt } from "@contract-toolkit/contract";
import type { Provider } from "../../provider.ts";
import {
  callbackSteps,
  type CallbackCase,
  type CallbackStep,
} from "../../cases/receivers/callback-case.ts";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { writeRequest } from "../../request.ts";
import { errorVerdict, verdict, type Verdict } from "../../verdict.ts";
import { playCallbackSteps } from "./play-callback.ts";
import { forgeriesOf } from "./forgeries.ts";
import type { ReceiverUnderTest } from "./send-to-receiver.ts";

/**
 * Tests a receiver with a case. It must acknowledge the genuine message of a sample and its repeat, and a valid message at the
 * boundary of a constraint, and refuse an invalid one. If the provider does not say how messages are signed, forgeries of the
 * sample are sent, too. If the receiver reports how often it acted on a message, that is judged, too.
 */
export async function playOnReceiver(
  played: Case | ConstraintCase | CallbackCase,
  receiver: ReceiverUnderTest,
): Promise<Verdict> {
  try {
    const found = await playCallbackSteps(asCallback(played, receiver), receiver);
    const findings = found.map(({ finding }) => finding);
    const exchanges = found.map(({ response }) => response.exchange());
    return { ...verdict(played, "receiver", findings), ...(found.length > 0 && { exchanges }) };
  } catch (error) {
    return errorVerdict(played, "receiver", error);
  }
}

function asCallback(
  played: Case | ConstraintCase | CallbackCase,
  receiver: ReceiverUnderTest,
): CallbackCase {
  if (played.kind === "callback") return played;
  if (played.kind === "constraint") return callbackSteps(played.base, "", "", [atBoundary(played)]);
  const genuine = { what: "genuine", form: {}, expected: "acknowledged" } as const;
  return callbackSteps(played, "", "", [
    genuine,
    ...(receiver.provider?.signatures ? [] : forged(played, receiver)),
    { ...genuine, what: "repeated", isActedOn: false },
  ]);
}

function atBoundary({ field, boundary, message, pointer }: ConstraintCase): CallbackStep {
  const isValid = boundary === "valid";
  return {
    what: `${field} (${isValid ? "allowed" : "not allowed"})`,
    form: {
      change: () => message as SampleRequest,
      kept: { pointer, value: valueAt(message, pointer) },
    },
    expected: isValid ? "acknowledged" : "refused",
  };
}

function forged({ operation, request }: Case, { url }: ReceiverUnderTest): CallbackStep[] {
  const genuine = writeRequest(operation, request, url);
  const proving = operation.parameters.flatMap((parameter) =>
    parameter.in === "header" && Object.hasOwn(request.headers, parameter.name)
      ? [parameter.name]
      : [],
  );
  return forgeriesOf(genuine, proving).map(({ what, headers, body }) => {
    const changed = Object.keys(genuine.headers)
      .filter((name) => headers[name] !== genuine.headers[name])
      .map((name) => [name, [headers[name] ?? []].flat()]);
    const damage = {
      headers: Object.fromEntries(changed) as Record<string, string[]>,
      body: { text: body },
    };
    return { what: `forged (${what})`, form: { damage }, expected: "refused" };
  });
}

/**
 * Whether a case is valid for any receiver. A receiver that compares the time of a message with its clock refuses other times.
 */
export function isIndependentOfClock(
  { boundary, message, pointer }: ConstraintCase,
  { stamp }: Pick<Provider, "stamp">,
): boolean {
  const [value, otherValue] = [1, 2].map((atSeconds) =>
    valueAt(stamp?.(message as SampleRequest, { id: "", atSeconds }), pointer),
  );
  return boundary === "invalid" || value === otherValue;
}
