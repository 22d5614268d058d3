import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { valueAt } from "@contract-toolkit/contract";
import type { CallbackCase, CallbackStep } from "../../cases/receivers/callback-case.ts";
import { signedContent } from "../../cases/receivers/signed-json.ts";
import { actedFindings } from "./acted.ts";
import {
  openSender,
  sendMessage,
  unexpectedResponse,
  type ReceiverResponse,
  type ReceiverUnderTest,
  type ResponseFinding,
} from "./send-to-receiver.ts";
import { writeMessage, type WrittenMessage } from "./write-message.ts";

export async function playCallbackSteps(
  played: CallbackCase,
  receiver: ReceiverUnderTest,
): Promise<ResponseFinding[]> {
  const unique = `conformance_${randomUUID()}`;
  const messages = new Map<
    string,
    { readonly last: ReceiverResponse; times: 0 | 1; content?: unknown }
  >();
  // Repeats use the connection of the message before, as a sender with a kept connection does.
  using sender = openSender(receiver);
  for (const step of played.steps) {
    if (step.isLater) await pause(receiver.laterMs ?? LATER_MS);
    const id = (step.form.id ?? "{id}").replace("{id}", unique);
    const atSeconds = Math.floor(Date.now() / 1000);
    const message = await writeMessage(played, step.form, { id, atSeconds }, receiver);
    const { copies = 1 } = step;
    const responses = await Promise.all(
      copies === 1
        ? [sender.send(message.raw)]
        : Array.from({ length: copies }, () => sendMessage(receiver, message.raw)),
    );
    const found = responses.flatMap((response) =>
      unexpectedResponse(step.what, step.expected, response),
    );
    if (found.length > 0) return found;
    const isOwn = JSON.stringify(message.request).includes(id);
    // Another case may have sent the shortest permitted id before.
    const wrong = step.form.kept && !isOwn ? [] : judgedActs(step, responses);
    if (wrong.length > 0) return wrong;
    const isActedOn = actsOn(step);
    const [last] = responses;
    const before = messages.get(id);
    // A message whose id is changed has another id.
    if (last && isOwn)
      messages.set(id, {
        last,
        times: isActedOn || before?.times === 1 ? 1 : 0,
        content: isActedOn ? contentKnown(played, message) : before?.content,
      });
  }
  for (const [id, { last, times, content }] of messages) {
    const findings = await actedFindings(receiver.provider?.acted, id, { times, content });
    if (findings.length > 0) return findings.map((finding) => ({ finding, response: last }));
  }
  return [];
}

/** Longer than immediate repeats take, and as short as the first pause of most senders. */
const LATER_MS = 6000;

function actsOn({ expected, isActedOn }: CallbackStep): boolean {
  return isActedOn ?? expected === "acknowledged";
}

function judgedActs(step: CallbackStep, responses: readonly ReceiverResponse[]): ResponseFinding[] {
  const reporting = responses.filter(({ acted }) => acted !== null);
  const [response] = reporting;
  if (!response || step.expected === "refused") return [];
  const times = reporting.filter(({ acted }) => acted === "true").length;
  const isReportedByAll = reporting.length === responses.length;
  const finding = (message: string): ResponseFinding[] => [{ finding: { message }, response }];
  if (!actsOn(step)) return times > 0 ? finding(`${step.what}: was acted on a second time`) : [];
  if (times > 1) return finding(`${step.what}: was acted on ${times} times`);
  return times === 0 && isReportedByAll ? finding(`${step.what}: was not acted on`) : [];
}

/** Content of the message if all of it is documented. A receiver need not keep undocumented fields. */
function contentKnown({ base }: CallbackCase, { request }: WrittenMessage): unknown {
  const content = signedContent(request);
  if (!content || JSON.stringify(content.value).includes('"undocumented"')) return undefined;
  return valueAt(base.request, content.place) === undefined ? undefined : content.value;
}
