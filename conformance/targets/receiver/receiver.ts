import { randomUUID } from "node:crypto";
import {
  isContainer,
  type Operation,
  type SampleRequest,
  valueAt,
} from "@contract-toolkit/contract";
import { replaceValue } from "../../json-comparison/values.ts";
import type { Provider } from "../../provider.ts";
import { signedContent } from "../../cases/receivers/signed-json.ts";
import { actedFindings } from "./acted.ts";
import type { CallbackCase } from "../../cases/receivers/callback-case.ts";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { writeRequest } from "../../request.ts";
import { errorVerdict, verdict, type Verdict } from "../../verdict.ts";
import { playCallbackSteps } from "./play-callback.ts";
import { forgeriesOf } from "./forgeries.ts";
import {
  postToReceiver,
  signed,
  unexpectedResponse,
  type ReceiverUnderTest,
  type ResponseFinding,
} from "./send-to-receiver.ts";

/**
 * Tests a receiver with a case. It must acknowledge the genuine message and its repeat, and refuse forged and damaged ones with
 * 4xx. If the provider can sign messages, the receiver must also refuse messages from long ago or far ahead, and acknowledge
 * one that was sent before the last. It must acknowledge a valid message at the boundary of a constraint, and refuse an invalid
 * one. If the receiver reports how often it acted on a message, that is judged, too.
 */
export async function playOnReceiver(
  played: Case | ConstraintCase | CallbackCase,
  receiver: ReceiverUnderTest,
): Promise<Verdict> {
  try {
    const found = await play(played, receiver);
    const findings = found.map(({ finding }) => finding);
    const exchanges = found.map(({ response }) => response.exchange());
    return { ...verdict(played, "receiver", findings), ...(found.length > 0 && { exchanges }) };
  } catch (error) {
    return errorVerdict(played, "receiver", error);
  }
}

function play(
  played: Case | ConstraintCase | CallbackCase,
  receiver: ReceiverUnderTest,
): Promise<ResponseFinding[]> {
  switch (played.kind) {
    case "constraint":
      return playBoundary(played, receiver);
    case "callback":
      return playCallbackSteps(played, receiver);
    case "sample":
    case "derived":
      return certify(played, receiver);
  }
}

async function certify(played: Case, receiver: ReceiverUnderTest): Promise<ResponseFinding[]> {
  const { operation, request } = played;
  const { provider = {} } = receiver;
  const isSigning = provider.stamp !== undefined && provider.sign !== undefined;
  const id = `conformance_${randomUUID()}`;
  const write = (sampleRequest: SampleRequest) =>
    writeRequest(operation, sampleRequest, receiver.url);
  const send = (sampleRequest: SampleRequest) =>
    postToReceiver(receiver, operation, write(sampleRequest));
  const signedLater = (seconds: number) =>
    signed(request, provider, { atSeconds: Math.floor(Date.now() / 1000) + seconds });
  const genuine = isSigning ? await signed(request, provider, { id }) : request;

  const first = await send(genuine);
  const found = unexpectedResponse("genuine", "acknowledged", first);
  // The following steps show nothing if the receiver refuses everything or does not answer.
  if (found.length > 0) return found;
  if (first.acted === "false")
    found.push({ finding: { message: "genuine: was not acted on" }, response: first });

  const forged = forgeriesOf(write(genuine), provingHeaders(operation, genuine)).map(
    ({ what, ...message }) => ({ what: `forged (${what})`, message }),
  );
  const outOfTime = isSigning
    ? [
        { what: "sent an hour ago", message: write(await signedLater(-LATE_S)) },
        { what: "sent an hour ahead", message: write(await signedLater(LATE_S)) },
      ]
    : [];
  for (const { what, message } of [...forged, ...outOfTime]) {
    const response = await postToReceiver(receiver, operation, message);
    found.push(...unexpectedResponse(what, "refused", response));
    // Every further message would take as long.
    if (response.isSilence) break;
  }

  const again = await send(genuine);
  found.push(...unexpectedResponse("repeated", "acknowledged", again));
  if (again.acted === "true")
    found.push({ finding: { message: "repeated: was acted on a second time" }, response: again });
  if (!isSigning) return found;

  if (found.length === 0) {
    const content = signedContent(genuine)?.value;
    const findings = await actedFindings(provider.acted, id, { times: 1, content });
    found.push(...findings.map((finding) => ({ finding, response: again })));
  }
  const earlier = await send(await signedLater(-EARLIER_S));
  return [...found, ...unexpectedResponse("earlier than the last", "acknowledged", earlier)];
}

function provingHeaders({ parameters }: Operation, { headers }: SampleRequest): string[] {
  return parameters.flatMap((parameter) =>
    parameter.in === "header" && Object.hasOwn(headers, parameter.name) ? [parameter.name] : [],
  );
}

/** Outside any tolerance for clocks. */
const LATE_S = 3600;

/** Within any tolerance, and before the last message. */
const EARLIER_S = 30;

/** Sends a genuine message at the boundary of a constraint. A valid one must be acknowledged, an invalid one refused. */
async function playBoundary(
  { operation, field, boundary, message, pointer }: ConstraintCase,
  receiver: ReceiverUnderTest,
): Promise<ResponseFinding[]> {
  const { provider = {} } = receiver;
  const id = `conformance_${randomUUID()}`;
  const request = message as SampleRequest;
  const value = valueAt(request, pointer);
  // Stamping and signing must not replace the value at the boundary.
  const sent = await signed(request, provider, { id }, (made) =>
    value !== undefined && (isContainer(value) || valueAt(made, pointer) === undefined)
      ? made
      : replaceValue(made, pointer, value),
  );
  const response = await postToReceiver(
    receiver,
    operation,
    writeRequest(operation, sent, receiver.url),
  );
  const isValid = boundary === "valid";
  const found = isValid
    ? unexpectedResponse(`${field} (allowed)`, "acknowledged", response)
    : unexpectedResponse(`${field} (not allowed)`, "refused", response);
  // A message whose id is at the boundary has another id.
  const isKnown = provider.stamp && Object.values(sent.headers).includes(id);
  if (found.length > 0 || !isKnown) return found;
  const expected = isValid
    ? ({ times: 1, content: signedContent(sent)?.value } as const)
    : ({ times: 0 } as const);
  const findings = await actedFindings(provider.acted, id, expected);
  return findings.map((finding) => ({ finding, response }));
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
