import fc from "fast-check";
import { type Operation, pointerStep, type SampleRequest } from "@contract-toolkit/kernel";
import { exchangeAtBoundary } from "../../boundaries/constraint-case.ts";
import { isPlaceholder } from "../../request.ts";
import { accepts } from "../../second-validator/oracle.ts";
import type { Suite } from "../../suite.ts";
import { applyTo, variantsOf, type Variant } from "../engine-comparison/variants.ts";

/** A request that was drawn, and what an independent validator says of it. */
export interface DrawnRequest {
  readonly request: SampleRequest;
  readonly isValid: boolean;
}

/** So many places of a request may be changed at once. */
const MOST_CHANGES = 3;

/**
 * Draws requests of an operation: a sample that succeeds or a boundary case, with none, one or some of its places changed.
 * Credentials stay as they are, so that requests come as far as their content.
 */
export function requestsOf(suite: Suite, { id }: Operation): fc.Arbitrary<DrawnRequest> {
  const schema = suite.requestSchema(id);
  const samples = suite.cases.filter(
    ({ operation, response }) => operation.id === id && response.status < 300,
  );
  const boundaries = suite
    .constraints()
    .cases.filter(({ operation, constraint }) => operation.id === id && !constraint.status)
    .map(exchangeAtBoundary);
  const bases = [samples, boundaries].filter((cases) => cases.length > 0);
  return fc
    .oneof(...bases.map((cases) => fc.constantFrom(...cases)))
    .chain(({ call, fresh }) => {
      // What has to be fresh is written over, so that no request repeats another.
      const own = fresh.map(({ pointer, maxLength }) => changeAt([pointer], plainText(maxLength)));
      const further = fc.array(changeOf(call), { maxLength: MOST_CHANGES });
      return fc.tuple(fc.tuple(...own), further).map((all) => all.flat().reduce(applyTo, call));
    })
    .map((changed) => {
      // As it goes on the wire: JSON has no infinite numbers.
      const request = JSON.parse(JSON.stringify(changed)) as SampleRequest;
      return { request, isValid: accepts(schema, request) };
    });
}

/** Changes of one place: what is odd anywhere, anything at all in the body, and other texts in parameters. */
function changeOf({ path, query, headers, body }: SampleRequest): fc.Arbitrary<Variant> {
  const variants = body === undefined ? [] : variantsOf({ body });
  const places = variants.flatMap(({ edits }) => edits.map(({ pointer }) => pointer));
  // The text of a number could be the text of another one, and is drawn from the boundaries.
  const texts = Object.entries({ path, query, headers }).flatMap(([part, values]) =>
    Object.entries(values)
      .filter(([, value]) => typeof value === "string" && !isPlaceholder(value))
      .map(([name]) => `/${part}/${pointerStep(name)}`),
  );
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.nat(1e9),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const none: Variant = { name: "unchanged", edits: [] };
  return fc.oneof(
    fc.constantFrom(none, ...variants),
    changeAt(places, value),
    changeAt(texts, plainText()),
  );
}

/** Puts a value at one of some places; nowhere, where there are none. */
function changeAt(places: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Variant> {
  const place = fc.constantFrom(...(places.length > 0 ? places : [undefined]));
  return fc.tuple(place, value).map(([pointer, replacement]) => ({
    name: pointer ?? "",
    edits: pointer === undefined ? [] : [{ pointer, replacement }],
  }));
}

/** Text that can stand in a path, a query and a header, and is no credential that is to be filled in. */
function plainText(maxLength = 40): fc.Arbitrary<string> {
  return fc
    .string({ minLength: 1, maxLength, unit: "grapheme-ascii" })
    .map((text) => text.trim())
    .filter((text) => !["", ".", ".."].includes(text) && !isPlaceholder(text));
}
