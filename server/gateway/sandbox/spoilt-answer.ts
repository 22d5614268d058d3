import type { HandlerReply } from "@contract-toolkit/skeleton";

/** A mark in every spoilt answer, so that tests notice if one is sent. */
export const TRACE = "spoiltByTheSandbox";

/** The ways to spoil the answer of a handler. The result is validated like any other answer. */
export const spoils = {
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

/** Makes an answer that the contract does not allow. */
export function spoilt(answer: HandlerReply, way: Spoil | undefined): HandlerReply {
  return way === undefined ? answer : spoils[way](answer);
}

export function isSpoil(way: string): way is Spoil {
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
