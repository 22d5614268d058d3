import fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/contract";
import { full } from "../../server/gateway/testing/long-test.ts";
import { runSeed } from "../../server/gateway/testing/random.ts";
import type { Change } from "./change.ts";
import {
  callbackDocumentOf,
  changesOf,
  describeChanges,
  documentOf,
  places,
} from "./testing/documents.ts";
import { rewrites } from "./testing/document-rewrites.ts";
import { components, schemaPairs, type SchemaPairRow } from "./testing/schema-pairs.ts";

/** The receiver of a message decides which direction of a change breaks somebody. */
const messages = [
  { name: "a request", document: documentOf, place: places["request body"], isToService: true },
  { name: "a response", document: documentOf, place: places["response body"], isToService: false },
  {
    name: "the request of a callback",
    document: callbackDocumentOf,
    place: places["request body"],
    isToService: false,
  },
  {
    name: "the response of a callback",
    document: callbackDocumentOf,
    place: places["response body"],
    isToService: true,
  },
];

/** The normal run compares each pair in one kind of message. */
const rows = schemaPairs.flatMap((row, index) =>
  messages
    .filter((_, at) => full || at === index % messages.length)
    .flatMap((message) =>
      [true, false].map((isForth) => ({
        row,
        message,
        isForth,
        name: `${message.name}${isForth ? "" : ", in the opposite direction"}: ${row.name}`,
      })),
    ),
);

test.each(rows)("$name", ({ row, message, isForth }) => {
  const [one, other] = [row.one, row.other].map((schema) =>
    message.document(message.place(schema), { schemas: components }),
  );
  const [old, now] = isForth ? [one, other] : [other, one];
  const changes = changesOf(old ?? {}, now ?? {});
  expect(idsOf(changes)).toEqual([...(isForth ? row.forth : row.back)].sort());
  const isBroken = breaks(row, isForth, message.isToService);
  const provable = changes.filter(canHaveCounterexample);
  expect(provable.some(isError), describeChanges(changes)).toBe(isBroken);
  for (const change of provable)
    expect(isError(change), change.message).toBe(change.counterexample !== undefined);
});

/** The normal run writes each schema in one other way. */
const ways = Object.entries(rewrites).flatMap(([way, rewrite], at, { length }) =>
  schemaPairs
    .filter((_, index) => full || index % length === at)
    .flatMap(({ one, other }) => [one, other])
    .map((schema) => documentOf(places["request body"](schema), { schemas: components }))
    .map((document) => ({ way, document, rewritten: rewrite(document) }))
    .filter(({ document, rewritten }) => JSON.stringify(document) !== JSON.stringify(rewritten)),
);

test.each(ways)("$way is no change", ({ document, rewritten }) => {
  expect([...changesOf(document, rewritten), ...changesOf(rewritten, document)]).toEqual([]);
});

const { schema: random } = fc.letrec<{ schema: Schema }>((tie) => {
  const two = fc
    .tuple(tie("schema"), tie("schema"))
    .filter(([a, b]) => JSON.stringify(a) !== JSON.stringify(b));
  return {
    schema: fc.oneof(
      { maxDepth: 2, depthIdentifier: "schema" },
      fc.constantFrom<Schema>(
        ...[
          { type: "string", maxLength: 3 },
          { type: ["string", "null"] },
          { enum: ["a", 1, null] },
        ],
        ...[{ type: "integer", minimum: 1 }, { type: "number", multipleOf: 2 }, { const: "a" }, {}],
        ...["Item", "Tree"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      ),
      tie("schema").map((items) => ({ type: "array", items, maxItems: 2 })),
      two.map(([a, b]) => ({ type: "object", properties: { a, b }, required: ["a"] })),
      two.map(([a, b]) => ({ properties: { a }, allOf: [{ type: "object", properties: { b } }] })),
      ...["anyOf", "oneOf"].flatMap((key) => [
        two.map((all) => ({ [key]: all })),
        two.map((all) => ({ [key]: all, properties: { d: { type: "string" } }, maxLength: 2 })),
      ]),
    ),
  };
});
const writings = fc.shuffledSubarray(Object.keys(rewrites));
const pairs = fc.sample(fc.tuple(random, writings, writings), {
  numRuns: full ? 500 : 20,
  seed: runSeed(),
});

test.each(pairs)("%j in two ways of writing is no change: %j, %j", (schema, ...names) => {
  const document = documentOf(places["request body"](schema), { schemas: components });
  const [one = {}, other = {}] = names.map((all) =>
    all.reduce((written, name) => rewrites[name]?.(written) ?? written, document),
  );
  expect(changesOf(one, other)).toEqual([]);
});

/** Whether the receiver refuses a message that the sender's contract allows. */
function breaks({ narrower }: SchemaPairRow, isForth: boolean, isToService: boolean): boolean {
  if (narrower === "both ways") return true;
  return narrower === "forth" && isForth === isToService;
}

function isError({ severity }: Change): boolean {
  return severity === "error";
}

/** Whether a message can show the change. */
function canHaveCounterexample({ id }: Change): boolean {
  return !/^content-|^default-/.test(id);
}

function idsOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ id }) => id))].sort();
}
