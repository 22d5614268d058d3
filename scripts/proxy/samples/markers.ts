import {
  compareJson,
  isIdName,
  isWord,
  valuesByPointer,
} from "@contract-toolkit/conformance/internal";
import { isPlaceholder } from "./redact.ts";
import { isChange, isRandom, isTime, placeOf, scalarsOf, type Recorded } from "./recorded.ts";

/** Which values of recorded exchanges differ from one replay to the next. */
export interface Markers {
  /** JSON pointers of the request values that the client chose anew. */
  readonly freshOf: (exchange: Recorded) => readonly string[];
  /** JSON pointers of the response values that the server made. */
  readonly generatedOf: (exchange: Recorded) => readonly string[];
  /** The exchange that brought a value into the recording, by the value's text. */
  readonly origins: ReadonlyMap<string, Recorded>;
}

/**
 * Finds the values that differ from one replay to the next: names and ids of what the recording made, times of the recording, random values, and what
 * differs between the responses to equal requests. A field that has such a value once is marked in all responses of its operation and
 * status.
 */
export function findMarkers(recorded: readonly Recorded[]): Markers {
  const origins = new Map<string, Recorded>();
  const fresh = new Map<Recorded, string[]>();
  const generated = new Map<string, Set<string>>();
  const mark = (exchange: Recorded, place: string) => {
    const key = groupOf(exchange);
    generated.set(key, (generated.get(key) ?? new Set()).add(place));
  };
  const lastInPath = lastUses(recorded);
  const { isConstant, isUnique } = findVariation(recorded);
  const seen = new Set<string>();
  const firstOfRequest = new Map<string, Recorded>();
  for (const [index, exchange] of recorded.entries()) {
    const { operation, request, response, wire } = exchange;
    const sent = scalarsOf(request);
    // A server may have made something although it reports a failure.
    const isMade = operation.method === "POST" || response.status === 201;
    for (const { pointer, place, name, text, value } of sent) {
      if (typeof value !== "string" || seen.has(text) || isConstant(operation.id, place)) continue;
      const isUsed = (lastInPath.get(text) ?? -1) > index;
      const isName =
        isMade &&
        (isUsed || (isWord(value) && isNameOfItself(name) && isUnique(operation.id, place)));
      if (!isName && !isRandom(text)) continue;
      fresh.set(exchange, [...(fresh.get(exchange) ?? []), pointer]);
      origins.set(text, exchange);
    }
    for (const { text } of sent) seen.add(text);
    const asked = new Set(sent.map(({ text }) => text));
    for (const { place, name, text } of scalarsOf({ body: response.body })) {
      if (isTime(text, wire.receivedAt) || isPlaceholder(text)) mark(exchange, place);
      // A small number was probably seen before, and is a new id all the same.
      const isId = isMade && isIdName(name) && !asked.has(text) && !origins.has(text);
      const isNew = isId || (isRandom(text) && !seen.has(text));
      if (isNew) mark(exchange, place);
      if (isNew && isChange(exchange)) origins.set(text, exchange);
      seen.add(text);
    }
    const key = JSON.stringify([groupOf(exchange), request]);
    const first = firstOfRequest.get(key) ?? exchange;
    firstOfRequest.set(key, first);
    for (const place of differingPlaces(first, exchange)) mark(exchange, place);
  }
  for (const exchange of recorded)
    for (const place of listsOfMade(exchange, origins)) mark(exchange, place);
  return {
    origins,
    freshOf: (exchange) => fresh.get(exchange) ?? [],
    generatedOf(exchange) {
      const places = generated.get(groupOf(exchange)) ?? new Set();
      return valuesByPointer({ body: exchange.response.body })
        .map(([pointer]) => pointer)
        .filter((pointer) => places.has(placeOf(pointer)));
    },
  };
}

/** Whether a field usually names the resource that it is in. */
function isNameOfItself(name: string): boolean {
  return /(^|[_a-z])(name|title|slug|email|login|code|key|label)$/i.test(name);
}

function groupOf({ operation, response }: Recorded): string {
  return `${operation.id} ${response.status}`;
}

/** How the values of a field vary in the requests of an operation. */
function findVariation(recorded: readonly Recorded[]) {
  const known = new Map<string, { count: number; readonly values: Set<string> }>();
  for (const { operation, request } of recorded)
    for (const { place, text } of scalarsOf(request)) {
      const key = `${operation.id} ${place}`;
      const { count, values } = known.get(key) ?? { count: 0, values: new Set() };
      known.set(key, { count: count + 1, values: values.add(text) });
    }
  const variationOf = (operation: string, place: string) => {
    const { count = 0, values } = known.get(`${operation} ${place}`) ?? {};
    return { count, distinct: values?.size ?? 0 };
  };
  return {
    /** It names nothing new. */
    isConstant: (operation: string, place: string) => {
      const { count, distinct } = variationOf(operation, place);
      return count > 1 && distinct === 1;
    },
    /** A server may demand that. */
    isUnique: (operation: string, place: string) => {
      const { count, distinct } = variationOf(operation, place);
      return count > 2 && distinct > count / 2;
    },
  };
}

/** The last exchange that has a value in its path, by the value's text. */
function lastUses(recorded: readonly Recorded[]): ReadonlyMap<string, number> {
  return new Map(
    recorded.flatMap(({ request }, index) =>
      scalarsOf(request.path).map(({ text }) => [text, index] as const),
    ),
  );
}

/** Where two responses differ. Of lists with more or fewer items, the place of the list. */
function differingPlaces({ response: first }: Recorded, { response }: Recorded): string[] {
  return compareJson(first.body, response.body, undefined, "/body").map(
    ({ pointer, expected, found }) => {
      const isOfLength = /\/\d+$/.test(pointer) && (expected === undefined || found === undefined);
      return placeOf(isOfLength ? pointer.slice(0, pointer.lastIndexOf("/")) : pointer);
    },
  );
}

/** Lists of a read that contain what the recording made, without having been asked for it. A replay makes less. */
function listsOfMade(exchange: Recorded, origins: Markers["origins"]): string[] {
  const { operation, request, response } = exchange;
  if (operation.method !== "GET") return [];
  const asked = new Set(scalarsOf(request).map(({ text }) => text));
  return scalarsOf({ body: response.body }).flatMap(({ place, text }) => {
    const end = place.indexOf("/[]");
    return end >= 0 && origins.has(text) && !asked.has(text) ? [place.slice(0, end)] : [];
  });
}
