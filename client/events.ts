import { type Violation, type Validate, explainErrors } from "@contract-toolkit/contract";
import { type EventContents, events } from "../generated/merchant/events.ts";
import type { components } from "../generated/merchant/types.ts";
import { contentValidators, validators } from "../generated/merchant/validators.js";

/** The models of the callbacks, by name. */
export type Schemas = components["schemas"];

/** The event of a callback, discriminated by its kind. */
export type CallbackEvent = { [K in Kind]: Reported<K> }[Kind];

type Kind = keyof EventContents;

interface Reported<K extends Kind> {
  readonly kind: K;
  /** The time at which the gateway sent it: RFC 3339 with offset +07:00. */
  readonly responseTime: string;
  readonly data: EventContents[K];
}

/**
 * Validates a callback and its decoded `data`, and returns the event or the violations. It returns undefined for an undocumented event.
 * Undocumented fields are accepted.
 */
export function readEvent(
  body: object,
  data: unknown,
): CallbackEvent | { readonly violations: readonly Violation[] } | undefined {
  const { event: kind, responseTime }: Envelope = body;
  if (!isEventKind(kind)) return undefined;
  const violations = listEventViolations(kind, body, data);
  const read = { kind, responseTime, data };
  return isReported(read, violations) ? read : { violations };
}

interface Envelope {
  readonly event?: unknown;
  readonly responseTime?: unknown;
}

function isEventKind(name: unknown): name is Kind {
  return typeof name === "string" && Object.hasOwn(events, name);
}

/** A validated event without violations has its documented type. */
function isReported(
  _: { readonly kind: Kind; readonly responseTime: unknown; readonly data: unknown },
  violations: readonly Violation[],
): _ is CallbackEvent {
  return violations.length === 0;
}

/** Violations of headers are left out, because the headers are verified before. */
function listEventViolations(kind: Kind, body: object, data: unknown): Violation[] {
  const { operation, content } = events[kind];
  const message = { path: {}, query: {}, headers: {}, body };
  const ofBody = validateEventPart(validators[operation].request, message).filter(({ pointer }) =>
    pointer.startsWith("/body"),
  );
  const ofData = validateEventPart(contentValidators[content], data).map((violation) => ({
    ...violation,
    pointer: `/body/data${violation.pointer}`,
  }));
  return [...ofBody, ...ofData];
}

function validateEventPart(validate: Validate | undefined, value: unknown): Violation[] {
  if (!validate) return [{ pointer: "", reason: "cannot be validated" }];
  return validate(value) ? [] : explainErrors(validate.errors ?? []);
}
