import { describe, expect, test } from "vitest";
import type { Change } from "./change.ts";
import {
  callbackDocumentOf,
  changesOf,
  describeChanges,
  documentOf,
  places,
} from "./testing/documents.ts";
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

const ways = [
  { name: "", isForth: true },
  { name: ", in the opposite direction", isForth: false },
];

const rows = messages.flatMap((message) =>
  ways.map((way) => ({ name: `${message.name}${way.name}`, message, way })),
);

describe.each(rows)("$name", ({ message, way }) => {
  test.each(schemaPairs.map((row) => [row.name, row] as const))("%s", (_, row) => {
    const [item, otherValue] = [row.one, row.other].map((schema) =>
      message.document(message.place(schema), { schemas: components }),
    );
    const [old, now] = way.isForth ? [item, otherValue] : [otherValue, item];
    const changes = changesOf(old ?? {}, now ?? {});
    expect(idsOf(changes)).toEqual([...(way.isForth ? row.forth : row.back)].sort());
    const isBroken = breaks(row, way.isForth, message.isToService);
    const provable = changes.filter(canHaveCounterexample);
    expect(provable.some(isError), describeChanges(changes)).toBe(isBroken);
    for (const change of provable)
      expect(isError(change), change.message).toBe(change.counterexample !== undefined);
  });
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
