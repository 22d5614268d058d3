import type { Operation, SampleRequest } from "contract-kernel";
import type { Expectations } from "./scenario.ts";
import type { Place } from "./yaml.ts";

/** The keys of a step that say what has to hold of a message. */
export const expectationKeys = [
  "equal",
  "unequal",
  "matches",
  "present",
  "absent",
  "length",
  "descending",
] as const;

/** Reads a request by its parts; the credentials go along without being written. */
export function readRequest(place: Place | undefined, { parameters }: Operation): SampleRequest {
  const { path, query, headers, body } =
    place?.fields([], ["path", "query", "headers", "body"]) ?? {};
  const credentials = parameters
    .filter(({ credential }) => credential)
    .map(({ name }) => [name, "<CREDENTIAL>"]);
  return {
    path: readObject(path),
    query: readObject(query),
    headers: {
      ...(Object.fromEntries(credentials) as Record<string, string>),
      ...readObject(headers),
    },
    ...(body && { body: body.json() }),
  };
}

function readObject(place: Place | undefined): Record<string, unknown> {
  return Object.fromEntries(place?.entries().map(([name, value]) => [name, value.json()]) ?? []);
}

/** Reads what has to hold of a message. */
export function readExpectations(fields: Partial<Record<keyof Expectations, Place>>): Expectations {
  const pointers = (place?: Place): string[] => place?.items().map(readPointer) ?? [];
  return {
    equal: readByPointer(fields.equal, (each) => each.json()),
    unequal: readByPointer(fields.unequal, (each) => each.json()),
    matches: readByPointer(fields.matches, readExpression),
    present: pointers(fields.present),
    absent: pointers(fields.absent),
    length: readByPointer(fields.length, (each) => each.number()),
    descending: pointers(fields.descending),
  };
}

function readByPointer<Value>(
  place: Place | undefined,
  read: (value: Place) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    place?.entries().map(([pointer, value]) => [checkPointer(pointer, value), read(value)]) ?? [],
  );
}

function readExpression(place: Place): RegExp {
  try {
    return new RegExp(place.text(), "u");
  } catch (error) {
    return place.fail(String(error));
  }
}

function readPointer(place: Place): string {
  return checkPointer(place.text(), place);
}

/** A misspelt root would look into nothing, where `absent` is always true. */
function checkPointer(pointer: string, place: Place): string {
  return /^\/(status|headers|body)(\/|$)/.test(pointer)
    ? pointer
    : place.fail(`"${pointer}" starts with none of /status, /headers and /body`);
}

/** What is kept is known from here on. */
export function readKeep(place: Place | undefined, names: Set<string>): Record<string, string> {
  const kept = (place?.entries() ?? []).map(
    ([name, pointer]) => [name, readPointer(pointer)] as const,
  );
  for (const [name] of kept) names.add(name);
  return Object.fromEntries(kept);
}
