import { randomUUID } from "node:crypto";
import type { SampleRequest } from "@contract-toolkit/kernel";
import { contentOf } from "../../callbacks/contents.ts";
import { actedFindings } from "./acted.ts";
import type { CallbackCase } from "../../callbacks/callback-case.ts";
import type { Case, ConstraintCase } from "../../case.ts";
import { writeRequest, type WireRequest } from "../../request.ts";
import { errorVerdict, verdict, type Verdict } from "../../verdict.ts";
import { playCallbackSteps } from "./play-callback.ts";
import { forgeriesOf } from "./forgeries.ts";
import {
  canSign,
  post,
  signed,
  unacknowledged,
  unrefused,
  type ReceiverAnswer,
  type ReceiverUnderTest,
  type Told,
} from "./send-to-receiver.ts";
import { playBoundary } from "./play-receiver-boundary.ts";

/**
 * Certifies a receiver with the request of a case. The genuine message has to be acknowledged, and acknowledged again
 * when it is repeated; forged and damaged ones have to be refused with 4xx. Where a provider can sign anew, a message
 * from long ago or far ahead has to be refused as well, and one that comes after a later one acknowledged. A message at
 * the boundary of a constraint has to be acknowledged if it is valid, and refused if it is invalid. What a receiver tells of what it
 * did is judged as well.
 */
export async function playOnReceiver(
  played: Case | ConstraintCase | CallbackCase,
  receiver: ReceiverUnderTest,
): Promise<Verdict> {
  try {
    const told = await play(played, receiver);
    const findings = told.map(({ finding }) => finding);
    const exchanges = told.map(({ answer }) => answer.exchange());
    return { ...verdict(played, "receiver", findings), ...(told.length > 0 && { exchanges }) };
  } catch (error) {
    return errorVerdict(played, "receiver", error);
  }
}

function play(
  played: Case | ConstraintCase | CallbackCase,
  receiver: ReceiverUnderTest,
): Promise<Told[]> {
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

async function certify(played: Case, receiver: ReceiverUnderTest): Promise<Told[]> {
  const now = Math.floor(Date.now() / 1000);
  const id = `conformance_${randomUUID()}`;
  const genuine = await signed(played.request, receiver, now, id);
  const send = (request: SampleRequest): Promise<ReceiverAnswer> =>
    post(receiver, writeRequest(played.operation, request, receiver.url));

  const first = await send(genuine);
  const told = unacknowledged("genuine", first);
  // Nothing can be learnt from how a receiver refuses when it refuses everything, or never answers.
  if (told.length > 0) return told;
  if (first.acted === "false")
    told.push({ finding: { message: "genuine: was not acted on" }, answer: first });

  told.push(...(await refusals(played, receiver, genuine)));

  const again = await send(genuine);
  told.push(...unacknowledged("repeated", again));
  if (again.acted === "true")
    told.push({ finding: { message: "repeated: was acted on a second time" }, answer: again });

  if (told.length === 0 && canSign(receiver)) {
    const content = contentOf(genuine)?.value;
    const findings = await actedFindings(receiver.provider?.acted, id, { times: 1, content });
    told.push(...findings.map((finding) => ({ finding, answer: again })));
  }

  if (canSign(receiver)) {
    const earlier = await signed(played.request, receiver, now - EARLIER_S);
    told.push(...unacknowledged("earlier than the last", await send(earlier)));
  }
  return told;
}

/** Far outside any tolerance for clocks that differ. */
const LATE_S = 3600;

/** Within any tolerance, and yet before what was sent now. */
const EARLIER_S = 30;

/** Sends what has to be refused. */
async function refusals(
  played: Case,
  receiver: ReceiverUnderTest,
  genuine: SampleRequest,
): Promise<Told[]> {
  const { operation } = played;
  const write = (request: SampleRequest): WireRequest =>
    writeRequest(operation, request, receiver.url);
  const proving = operation.parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name }) => name)
    .filter((name) => name in genuine.headers);
  const forged = [
    ...forgeriesOf(write(genuine), proving),
    ...(receiver.provider?.forge?.(genuine) ?? []).map(({ what, request }) => ({
      what,
      ...write(request),
    })),
  ].map(({ what, ...message }) => ({ what: `forged (${what})`, message }));
  const now = Math.floor(Date.now() / 1000);
  const outOfTime = canSign(receiver)
    ? [
        {
          what: "sent an hour ago",
          message: write(await signed(played.request, receiver, now - LATE_S)),
        },
        {
          what: "sent an hour ahead",
          message: write(await signed(played.request, receiver, now + LATE_S)),
        },
      ]
    : [];
  const told: Told[] = [];
  for (const { what, message } of [...forged, ...outOfTime]) {
    const answer = await post(receiver, message);
    const found = unrefused(what, answer.status);
    if (found) told.push({ finding: found, answer });
    // Each further one would be waited for as long.
    if (answer.isSilence) break;
  }
  return told;
}
