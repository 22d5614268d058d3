import { randomUUID } from "node:crypto";
import {
  isContainer,
  type SampleRequest,
  valueAt,
  withoutValue,
  withValue,
} from "@contract-toolkit/kernel";
import type { ConstraintCase } from "../../cases/case.ts";
import type { Provider } from "../../provider.ts";
import { writeRequest } from "../../request.ts";
import { contentOf } from "../../cases/receivers/contents.ts";
import { actedFindings } from "./acted.ts";
import {
  post,
  show,
  signed,
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
  const request = played.message as SampleRequest;
  // What is at the boundary stays there, also where it is stamped or signed.
  const message = await signed(request, receiver.provider ?? {}, { id }, (made) =>
    withBoundaryValue(made, request, played.pointer),
  );
  const answer = await post(receiver, operation, writeRequest(operation, message, receiver.url));
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
