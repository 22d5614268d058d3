import { headerText, type SampleRequest, valueAt } from "@contract-toolkit/contract";
import type { Provider } from "../../provider.ts";
import {
  callbackSteps,
  type CallbackCase,
  type CallbackStep,
} from "../../cases/receivers/callback-case.ts";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { body, headerForm } from "../../cases/servers/make-case.ts";
import type { RawForm } from "../../cases/servers/raw-form.ts";
import { errorVerdict, verdict, type Verdict } from "../../verdict.ts";
import { playCallbackSteps } from "./play-callback.ts";
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
    ...(receiver.provider?.signatures ? [] : forged(played)),
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

/**
 * Forgeries of a sample: a text of the body or a header changed or left out, or the body damaged. Without all headers, it is forged
 * even if nothing else differs, because a message without its proof must be refused.
 */
function forged({ operation, request }: Case): CallbackStep[] {
  const headers = operation.parameters.flatMap(({ in: place, name }) => {
    const value = request.headers[name];
    return place === "header" && value !== undefined ? [[name, headerText(value)] as const] : [];
  });
  const fields = Object(request.body) as Readonly<Record<string, unknown>>;
  const withText = (name: string, text?: string) =>
    body(JSON.stringify({ ...fields, [name]: text }));
  const texts = Object.entries(fields).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, flipMiddleDigit(text)] as const] : [],
  );
  const unproven = { headers: Object.fromEntries(headers.map(([name]) => [name, []])) };
  const changed = texts.map(([name, text]) => [`${name} changed`, withText(name, text)] as const);
  const rows: (readonly [what: string, damage: RawForm])[] = [
    ...changed,
    ...texts.map(([name]) => [`${name} left out`, withText(name)] as const),
    ...headers.flatMap(([name, value]) => [
      [`${name} changed`, headerForm(name, flipMiddleDigit(value))] as const,
      [`${name} left out`, headerForm(name)] as const,
    ]),
    ...(headers.length === 0 ? [] : [["body unchanged", {}] as const, ...changed]).map(
      ([what, form]) => [`${what}, headers left out`, { ...form, ...unproven }] as const,
    ),
    ["body cut off", body("{open}")],
    ["body is not JSON", body("{body}}")],
    ["body is not an object", body("[{body}]")],
    ["body left out", body("")],
  ];
  return rows.map(([what, damage]) => {
    return { what: `forged (${what})`, form: { damage }, expected: "refused" };
  });
}

function flipMiddleDigit(text: string): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + (text[middle] === "0" ? "1" : "0") + text.slice(middle + 1);
}

/**
 * Whether a case is valid for any receiver. A receiver that compares the time of a message with its clock refuses other times.
 */
export function isIndependentOfClock(
  { boundary, message, pointer }: ConstraintCase,
  { stamp }: Pick<Provider, "stamp">,
): boolean {
  const [earlier, later] = [1, 2].map((atSeconds) =>
    valueAt(stamp?.(message as SampleRequest, { id: "", atSeconds }), pointer),
  );
  return boundary === "invalid" || earlier === later;
}
