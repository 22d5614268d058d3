import type { HandlerResponse } from "@contract-toolkit/skeleton";

/** A mark in every spoilt response, so that tests notice if one is sent. */
export const TRACE = "spoiltByTheSandbox";

/** The ways to spoil the response of a handler. The result is validated like any other response. */
export const spoils = {
  "missing-field": (response) => ({ ...response, body: withoutFirst(response.body) }),
  "undocumented-field": (response) => ({
    ...response,
    body: { ...copyBodyFields(response.body), [TRACE]: 1 },
  }),
  "undocumented-field-inside": (response) => ({ ...response, body: withInside(response.body) }),
  "wrong-type": (response) => ({
    ...response,
    body: { ...withFirst(response.body, { [TRACE]: 1 }) },
  }),
  "no-body": (response) => ({ ...response, body: undefined }),
  "undocumented-status": (response) => ({ ...response, status: 299 }),
  "wrong-refusal": (response) => ({ ...response, status: 409, body: { [TRACE]: 1 } }),
  thrown: () => {
    throw new Error(TRACE);
  },
} satisfies Readonly<Record<string, (response: HandlerResponse) => HandlerResponse>>;

/** A way to spoil a response. */
export type Spoil = keyof typeof spoils;

/** Makes a response that the contract does not allow. */
export function spoilt(response: HandlerResponse, way: Spoil | undefined): HandlerResponse {
  return way === undefined ? response : spoils[way](response);
}

export function isSpoil(way: string): way is Spoil {
  return Object.hasOwn(spoils, way);
}

function copyBodyFields(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function withoutFirst(body: unknown): unknown {
  return Object.fromEntries(Object.entries(copyBodyFields(body)).slice(1));
}

function withFirst(body: unknown, value: unknown): Record<string, unknown> {
  const [first = TRACE] = Object.keys(copyBodyFields(body));
  return { ...copyBodyFields(body), [first]: value };
}

/** Adds a field to the first object or list in the body, or to the body if there is none. */
function withInside(body: unknown): Record<string, unknown> {
  const fields = copyBodyFields(body);
  const [name] =
    Object.entries(fields).find(([, value]) => typeof value === "object" && value !== null) ?? [];
  return name === undefined
    ? { ...fields, [TRACE]: 1 }
    : { ...fields, [name]: inside(fields[name]) };
}

function inside(part: unknown): unknown {
  return isListPart(part) ? [withTrace(part[0]), ...part.slice(1)] : withTrace(part);
}

function withTrace(part: unknown): Record<string, unknown> {
  return { ...copyBodyFields(part), [TRACE]: 1 };
}

function isListPart(part: unknown): part is readonly unknown[] {
  return Array.isArray(part);
}
