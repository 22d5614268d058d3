import { randomUUID } from "node:crypto";
import {
  isContainer,
  type SampleRequest,
  valueAt,
  withoutValue,
  withValue,
} from "@contract-toolkit/kernel";
import type { ConstraintCase } from "../../case.ts";
import type { Provider } from "../../provider.ts";
import { writeRequest } from "../../request.ts";
import { contentOf } from "../../callbacks/contents.ts";
import { actedFindings } from "./acted.ts";
import {
  post,
  show,
  type ReceiverAnswer,
  type ReceiverUnderTest,
  type Told,
} from "./send-to-receiver.ts";

/** Sends a genuine message that is at the boundary of a rule: a valid one has to be acknowledged, an invalid one refused. */
export async function playBoundary(
  played: ConstraintCase,
  receiver: ReceiverUnderTest,
): Promise<Told[]> {
  const { operation, field, boundary } = played;
  const id = `conformance_${randomUUID()}`;
  const message = await genuine(played, receiver.provider ?? {}, id);
  const answer = await post(receiver, writeRequest(operation, message, receiver.url));
  const { status } = answer;
  const isAcknowledged = status !== undefined && status >= 200 && status < 300;
  const isRefused = status !== undefined && status >= 400 && status < 500;
  if (boundary === "valid" ? isAcknowledged : isRefused)
    return judgedActs(played, receiver, message, { id, answer });
  const rule =
    boundary === "valid"
      ? "is allowed and must be acknowledged"
      : "is not allowed and must be refused";
  return [{ finding: { message: `${field} ${rule}, found ${show(status)}` }, answer }];
}

/**
 * Whether a case says something of any receiver: one that compares the time of a message with its own clock refuses every
 * other time, however well it is written.
 */
export function isFair(
  { boundary, message, pointer }: ConstraintCase,
  { stamp }: Pick<Provider, "stamp">,
): boolean {
  const [one, other] = [1, 2].map((atSeconds) =>
    valueAt(stamp?.(message as SampleRequest, { id: "", atSeconds }), pointer),
  );
  return boundary === "invalid" || one === other;
}

/** What the receiver says that it did: what it refused must not have been acted on. */
async function judgedActs(
  { boundary }: ConstraintCase,
  { provider }: ReceiverUnderTest,
  message: SampleRequest,
  { id, answer }: { readonly id: string; readonly answer: ReceiverAnswer },
): Promise<Told[]> {
  if (provider?.stamp === undefined) return [];
  const expected =
    boundary === "valid" ? { times: 1 as const, content: contentOf(message)?.value } : noActs;
  // A message that is at the boundary of its own id has another.
  if (!Object.values(message.headers).includes(id)) return [];
  const findings = await actedFindings(provider.acted, id, expected);
  return findings.map((finding) => ({ finding, answer }));
}

const noActs = { times: 0 } as const;

/** The message of a case, sent now and signed, except for what is at the boundary. */
async function genuine(
  { message, pointer }: ConstraintCase,
  { stamp, seal }: NonNullable<ReceiverUnderTest["provider"]>,
  id: string,
): Promise<SampleRequest> {
  const request = message as SampleRequest;
  const sent = { id, atSeconds: Math.floor(Date.now() / 1000) };
  const stamped = withBoundaryValue(stamp?.(request, sent) ?? request, request, pointer);
  return withBoundaryValue((await seal?.(stamped)) ?? stamped, request, pointer);
}

/** What is at the boundary stays there, also where stamping or sealing has made it anew. */
function withBoundaryValue(
  made: SampleRequest,
  original: SampleRequest,
  pointer: string,
): SampleRequest {
  const value = valueAt(original, pointer);
  if (value === undefined) return withoutValue(made, pointer) as SampleRequest;
  return isContainer(value) || valueAt(made, pointer) === undefined
    ? made
    : (withValue(made, pointer, value) as SampleRequest);
}
