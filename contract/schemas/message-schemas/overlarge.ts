import {
  isObject,
  ownResponses,
  type OpenApiDocument,
  type Schema,
} from "@contract-toolkit/contract";
import { operationsById } from "../documents/operations.ts";

/** Hand-written messages have fewer places. A chain of models that each hold the next one twice has millions. */
const MOST_PLACES_OF_MESSAGE = 20_000;
const MOST_PLACES_OF_CONTRACT = 500_000;

const known = new WeakMap<object, ReadonlySet<unknown>>();

/** The body schemas that have too many places once references are followed. */
export function overlargeOf(document: OpenApiDocument): ReadonlySet<unknown> {
  const before = known.get(document);
  if (before) return before;
  const found = new Set<unknown>();
  let left = MOST_PLACES_OF_CONTRACT;
  for (const operation of operationsById(document).values()) {
    const responses = ownResponses(operation).map(([, { content }]) => content);
    const contents = [operation.requestBody?.content, ...responses];
    for (const { schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
      const most = Math.min(left, MOST_PLACES_OF_MESSAGE);
      const places = countPlaces(document, schema, most);
      if (places > most) found.add(schema);
      else left -= places;
    }
  }
  known.set(document, found);
  return found;
}

function countPlaces(document: OpenApiDocument, schema: Schema, most: number): number {
  let count = 0;
  const visit = (value: unknown, within: readonly string[]): void => {
    if (count > most || !isObject(value)) return;
    count += 1;
    for (const member of Object.values(value).flat()) visit(member, within);
    const { $ref, "x-content-schema": content } = value;
    for (const name of [$ref, content]) {
      if (typeof name !== "string" || within.includes(name)) continue;
      const referred = document.components?.schemas?.[name.slice(name.lastIndexOf("/") + 1)];
      visit(referred, [...within, name]);
    }
  };
  visit(schema, []);
  return count;
}
