import { queriesIn, valuesByPointer } from "@contract-toolkit/conformance/internal";
import {
  headerText,
  isContainer,
  pointerOfItems,
  pointerStep,
  type Operation,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";
import { isSafeMethod, type WireExchange } from "../exchange.ts";
import type { JudgedExchange } from "../judge.ts";

/** An exchange that may become a sample, or that samples need. */
export interface Recorded {
  readonly operation: Operation;
  readonly request: SampleRequest;
  readonly response: SampleResponse;
  readonly wire: WireExchange;
  /** Whether it satisfies the contract. If not, it only makes what samples need. */
  readonly isValid: boolean;
  /** Undocumented parts of the query that come from a link, such as that to the next page. */
  readonly followed: readonly string[];
}

/** A text, number or boolean of a message. */
export interface Scalar {
  readonly pointer: string;
  /** The pointer with `[]` for each item of a list: the same for all messages. */
  readonly place: string;
  /** The last part of the place that is a name. */
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
}

/** The scalars of a message, without empty ones. */
export function scalarsOf(message: unknown): Scalar[] {
  return valuesByPointer(message).flatMap(([pointer, value]) => {
    if (isContainer(value) || value === null || value === undefined || value === "") return [];
    const place = pointerOfItems(pointer);
    const name = place.replaceAll("/[]", "").split("/").at(-1) ?? "";
    return [{ pointer, place, name, value, text: headerText(value) }];
  });
}

/**
 * Undefined if the exchange says nothing: it was not judged as a whole, is invalid and has changed nothing, or shows only whose
 * credentials were sent. A client that follows a link is right, although the contract does not document all parts of its query.
 *
 * @param links names and values of queries in the links of earlier responses, as `name=value`
 */
export function recordedOf(
  judged: JudgedExchange,
  links: ReadonlySet<string>,
): Recorded | undefined {
  const { operation, request, response, violations, unjudged, wire } = judged;
  if (!operation || !request || !response || unjudged.length > 0) return undefined;
  if (response.status === 401 || response.status === 403) return undefined;
  const parts = queriesIn(wire.request.target).filter(([name, value]) =>
    links.has(`${name}=${value}`),
  );
  const isOfLink = ({ pointer }: { readonly pointer: string }) =>
    parts.some(([name]) => pointer === `/query/${pointerStep(name)}`);
  const isValid = violations.every(isOfLink);
  const known = new Set(operation.parameters.map(({ name }) => name));
  const followed = Object.fromEntries(isValid ? parts.filter(([name]) => !known.has(name)) : []);
  const recorded = {
    operation,
    response,
    wire,
    isValid,
    followed: Object.keys(followed),
    request: { ...request, query: { ...request.query, ...followed } },
  };
  return isValid || isChange(recorded) ? recorded : undefined;
}

/** Whether an exchange may have changed the server. */
export function isChange({
  operation: { method },
  response: { status },
}: Pick<Recorded, "operation" | "response">): boolean {
  return !isSafeMethod(method) && status < 300;
}

/** Whether a text was made by a generator: a UUID, or a long text of letters and digits mixed. */
export function isRandom(text: string): boolean {
  return (
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ||
    (/^[\w+/=-]{16,}$/.test(text) &&
      /\d/.test(text) &&
      /[a-z]/i.test(text) &&
      !/[-_/][a-z]{3,}/i.test(text))
  );
}

/** Whether a text is a time within a day of another one: RFC 3339, or seconds, milliseconds, microseconds or nanoseconds since 1970. */
export function isTime(text: string, nearMs: number): boolean {
  const number = /^\d{10,19}$/.test(text) ? Number(text) : Number.NaN;
  const moments = [
    ...[1000, 1, 1e-3, 1e-6].map((factor) => number * factor),
    ...(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? [Date.parse(text)] : []),
  ];
  return moments.some((ms) => Math.abs(ms - nearMs) < DAY_MS);
}

const DAY_MS = 86_400_000;
