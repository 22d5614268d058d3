import fc from "fast-check";
import {
  isContainer,
  type Operation,
  pointerStep,
  type SampleRequest,
  valueAt,
} from "@contract-toolkit/contract";
import { isScenarioPlaceholder } from "../../../../conformance/request.ts";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import type { Suite } from "../../../../conformance/suite.ts";
import {
  applyTo,
  messageVariants,
  type Variant,
} from "../../../openapi-validator-engine/comparison/variants.ts";

/** A drawn request with the verdict of the second validator. */
export interface DrawnRequest {
  readonly request: SampleRequest;
  readonly isValid: boolean;
}

/** The greatest number of places with sensible values and with odd values. */
const MOST_CHANGES = { sensible: 8, odd: 2 };

/**
 * Draws requests of an operation: a successful sample with other values in some places, half of them also with odd values.
 * Credentials stay valid, so that the content is reached.
 */
export function requestsOf(suite: Suite, { id }: Operation): fc.Arbitrary<DrawnRequest> {
  const schema = suite.requestSchema(id);
  const samples = suite.cases.filter(
    ({ operation, response }) => operation.id === id && response.status < 300,
  );
  const atBoundaries = Map.groupBy(
    suite
      .constraints()
      .cases.filter((testCase) => testCase.operation.id === id && !testCase.constraint.status),
    ({ boundary }) => boundary,
  );
  const changesTo = (boundary: "valid" | "invalid") =>
    (atBoundaries.get(boundary) ?? []).map(({ message, pointer }) => changeFrom(message, pointer));
  const known = samples.flatMap(({ call }) =>
    leavesOf(withoutCredentials(call)).map((pointer) => changeFrom(call, pointer)),
  );
  const sensible = [oneOf(known), oneOf(changesTo("valid"))];
  const odd = oneOf(changesTo("invalid"));
  return fc
    .constantFrom(...samples)
    .chain(({ call, fresh }) => {
      // Fresh values are replaced, so that no request repeats another.
      const own = fresh.map(({ pointer, maxLength }) => changeAt([pointer], plainText(maxLength)));
      const [sensibleHere, oddHere] = changesOf(call);
      return fc
        .tuple(
          fc.tuple(...own),
          fc.array(fc.oneof(...sensible, ...sensibleHere), { maxLength: MOST_CHANGES.sensible }),
          fc.option(fc.array(fc.oneof(odd, ...oddHere), { maxLength: MOST_CHANGES.odd }), {
            freq: 1,
            nil: [],
          }),
        )
        .map((changes) => changes.flat().reduce(applyTo, call));
    })
    .map((changed) => {
      // JSON has no infinite numbers.
      const request = JSON.parse(JSON.stringify(changed)) as SampleRequest;
      return { request, isValid: accepts(schema, request) };
    });
}

/** Changes of one place: other texts, and values that are odd in any message. */
function changesOf(
  call: SampleRequest,
): [sensible: fc.Arbitrary<Variant>[], odd: fc.Arbitrary<Variant>[]] {
  const texts = leavesOf(withoutCredentials(call)).filter(
    (pointer) => typeof valueAt(call, pointer) === "string",
  );
  const [inBody = [], inParameters = []] = [true, false].map((isInBody) =>
    texts.filter((pointer) => pointer.startsWith("/body") === isInBody),
  );
  const variants = call.body === undefined ? [] : messageVariants({ body: call.body });
  const places = variants.map(({ pointer }) => pointer);
  return [
    [changeAt(inBody, fc.string({ unit: "grapheme" })), changeAt(inParameters, plainText())],
    [oneOf(variants), changeAt(places, fc.jsonValue({ maxDepth: 2 }))],
  ];
}

/** Puts a value at one of the places. */
function changeAt(places: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Variant> {
  if (places.length === 0) return oneOf([]);
  return fc
    .tuple(fc.constantFrom(...places), value)
    .map(([pointer, replacement]) => ({ name: pointer, pointer, replacement }));
}

/** Copies the value at a place from a message, or removes the place if the message has none. */
function changeFrom(message: unknown, pointer: string): Variant {
  const replacement = valueAt(message, pointer);
  return { name: pointer, pointer, ...(replacement !== undefined && { replacement }) };
}

function oneOf(changes: readonly Variant[]): fc.Arbitrary<Variant> {
  return fc.constantFrom(...(changes.length > 0 ? changes : [{ name: "unchanged", pointer: "" }]));
}

/** The places that are neither object nor list. */
function leavesOf(value: unknown, pointer = ""): string[] {
  if (!isContainer(value)) return [pointer];
  return Object.entries(value).flatMap(([name, value]) =>
    leavesOf(value, `${pointer}/${pointerStep(name)}`),
  );
}

function withoutCredentials({ path, query, headers, body }: SampleRequest): object {
  const own = Object.entries(headers).filter(([, value]) => !isScenarioPlaceholder(value));
  return { path, query, headers: Object.fromEntries(own), ...(body !== undefined && { body }) };
}

/** Text that is possible in a path, query or header and is no placeholder. */
function plainText(maxLength = 40): fc.Arbitrary<string> {
  return fc
    .string({ minLength: 1, maxLength, unit: "grapheme-ascii" })
    .map((text) => text.trim())
    .filter((text) => !["", ".", ".."].includes(text) && !isScenarioPlaceholder(text));
}
