import { isObject, type SampleRequest } from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import { callbackSteps, type CallbackCase, type MessageForm } from "./callback-case.ts";
import { movedTime, timeOf } from "./times.ts";

/** One genuine message of a sample. */
export function genuineMessage(base: Case, form: MessageForm = {}): CallbackCase {
  const step = { what: "genuine", form, expected: "acknowledged" } as const;
  return callbackSteps(base, "genuine", "a genuine message is acknowledged", [step]);
}

/** A genuine message whose times in the body are set to a time, and the names of these fields; undefined if it has no times. */
export function genuineMessageAt(
  base: Case,
  atMs: number,
): { readonly message: CallbackCase; readonly fields: readonly string[] } | undefined {
  const { body } = base.request;
  const fields = isObject(body)
    ? Object.keys(body).filter((name) => timeOf(body[name]) !== undefined)
    : [];
  const change = (request: SampleRequest): SampleRequest => ({
    ...request,
    body: mapped(request.body, (value) => movedTime(value, atMs - (timeOf(value) ?? atMs))),
  });
  return fields.length === 0 ? undefined : { message: genuineMessage(base, { change }), fields };
}

export function mapped(body: unknown, change: (value: unknown) => unknown): unknown {
  return isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(value)]))
    : body;
}
