import { InvalidInput } from "../domain/errors.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { HandlerReply } from "../../skeleton/index.ts";
import { SCENARIO_HEADER } from "./forced-outcome.ts";

/** A mark in every spoilt answer, so that tests notice if one is sent. */
export const TRACE = "spoiltByTheSandbox";

/** The ways to spoil the answer of a handler. The result is validated like any other answer. */
const spoils = {
  "missing-field": (answer) => ({ ...answer, body: withoutFirst(answer.body) }),
  "undocumented-field": (answer) => ({ ...answer, body: { ...fieldsOf(answer.body), [TRACE]: 1 } }),
  "undocumented-field-inside": (answer) => ({ ...answer, body: withInside(answer.body) }),
  "wrong-type": (answer) => ({ ...answer, body: { ...withFirst(answer.body, { [TRACE]: 1 }) } }),
  "no-body": (answer) => ({ ...answer, body: undefined }),
  "undocumented-status": (answer) => ({ ...answer, status: 299 }),
  "wrong-refusal": (answer) => ({ ...answer, status: 409, body: { [TRACE]: 1 } }),
  thrown: () => {
    throw new Error(TRACE);
  },
} satisfies Readonly<Record<string, (answer: HandlerReply) => HandlerReply>>;

/** A way to spoil an answer. */
export type Spoil = keyof typeof spoils;

/**
 * The way to spoil the answer that a request names (`answer:<way>`), if any.
 *
 * @throws InvalidInput for an unknown way
 */
export function spoilOf(headers: IncomingHttpHeaders): Spoil | undefined {
  const value = headers[SCENARIO_HEADER];
  const way = typeof value === "string" ? /^answer:(.+)$/.exec(value)?.[1] : undefined;
  if (way === undefined || isSpoil(way)) return way;
  const reason = `must be answer: and one of ${Object.keys(spoils).join(", ")}`;
  throw new InvalidInput([{ field: "X-Sandbox-Scenario", reason }]);
}

/** Makes an answer that the contract does not allow. */
export function spoilt(answer: HandlerReply, way: Spoil | undefined): HandlerReply {
  return way === undefined ? answer : spoils[way](answer);
}

function isSpoil(way: string): way is Spoil {
  return Object.hasOwn(spoils, way);
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function withoutFirst(body: unknown): unknown {
  return Object.fromEntries(Object.entries(fieldsOf(body)).slice(1));
}

function withFirst(body: unknown, value: unknown): Record<string, unknown> {
  const [first = TRACE] = Object.keys(fieldsOf(body));
  return { ...fieldsOf(body), [first]: value };
}

/** Adds a field to the first object or list in the body, or to the body if there is none. */
function withInside(body: unknown): Record<string, unknown> {
  const fields = fieldsOf(body);
  const [name] =
    Object.entries(fields).find(([, each]) => typeof each === "object" && each !== null) ?? [];
  return name === undefined
    ? { ...fields, [TRACE]: 1 }
    : { ...fields, [name]: inside(fields[name]) };
}

function inside(part: unknown): unknown {
  return isList(part) ? [withTrace(part[0]), ...part.slice(1)] : withTrace(part);
}

function withTrace(part: unknown): Record<string, unknown> {
  return { ...fieldsOf(part), [TRACE]: 1 };
}

function isList(part: unknown): part is readonly unknown[] {
  return Array.isArray(part);
}
