import {
  compareJson,
  isIdName,
  isWord,
  queriesIn,
  TextMap,
  valuesByPointer,
} from "@contract-toolkit/conformance/internal";
import { pointerOfItems } from "@contract-toolkit/contract";
import { isChange, isRandom, isTime, scalarsOf, type Recorded, type Scalar } from "./recorded.ts";
import { findVariation, type Variation } from "./variation.ts";

/** Which values of recorded exchanges differ from one replay to the next. */
export interface Markers {
  /** JSON pointers of the request values that the client chose anew. */
  freshOf(exchange: Recorded): readonly string[];
  /** JSON pointers of the response values that the server made. */
  generatedOf(exchange: Recorded): readonly string[];
  /** The exchange that brought a value into the recording, by the value's text. */
  readonly origins: TextMap<Recorded>;
}

/**
 * Finds the values that differ from one replay to the next: names and ids of what the recording made, times of the recording, random
 * values, and what differs between the responses to equal requests. A field that has such a value once is marked in all responses of
 * its operation and status.
 *
 * @param replaced texts that stand for confidential ones
 */
export function findMarkers(
  recorded: readonly Recorded[],
  replaced: ReadonlySet<string> = new Set(),
): Markers {
  return new MarkerSearch(recorded, replaced);
}

class MarkerSearch implements Markers {
  readonly origins = new TextMap<Recorded>();
  readonly #fresh = new Map<Recorded, string[]>();
  /** Places of generated values, by operation and status. */
  readonly #generated = new Map<string, Set<string>>();
  /** Texts of the exchanges so far. */
  readonly #seen = new Set<string>();
  /** Texts of the requests so far. */
  readonly #sent = new Set<string>();
  readonly #replaced: ReadonlySet<string>;
  readonly #firstOfRequest = new Map<string, Recorded>();
  readonly #lastInPath: ReadonlyMap<string, number>;
  readonly #variation: Variation;

  constructor(recorded: readonly Recorded[], replaced: ReadonlySet<string>) {
    this.#replaced = replaced;
    this.#lastInPath = lastUses(recorded);
    this.#variation = findVariation(recorded);
    for (const [index, exchange] of recorded.entries()) {
      this.#readRequest(exchange, index);
      this.#readResponse(exchange);
      this.#compareWithFirst(exchange);
    }
    for (const exchange of recorded)
      for (const place of listsOfMade(exchange, this.origins)) this.#mark(exchange, place);
  }

  freshOf(exchange: Recorded): readonly string[] {
    return this.#fresh.get(exchange) ?? [];
  }

  generatedOf(exchange: Recorded): readonly string[] {
    const places = this.#generated.get(groupOf(exchange)) ?? new Set();
    return valuesByPointer({ body: exchange.response.body })
      .map(([pointer]) => pointer)
      .filter((pointer) => places.has(pointerOfItems(pointer)));
  }

  #mark(exchange: Recorded, place: string): void {
    const key = groupOf(exchange);
    this.#generated.set(key, (this.#generated.get(key) ?? new Set()).add(place));
  }

  #readRequest(exchange: Recorded, index: number): void {
    const sent = scalarsOf(exchange.request);
    const chosen = sent.filter((scalar) => this.#isChosen(exchange, scalar, index));
    for (const { text } of chosen) this.origins.set(text, exchange);
    for (const { text } of sent) {
      this.#seen.add(text);
      this.#sent.add(text);
    }
    const pointers = chosen.map(({ pointer }) => pointer);
    this.#fresh.set(exchange, pointers);
  }

  /** Whether the client has chosen a value anew: it is random, or names what the request makes. */
  #isChosen(exchange: Recorded, scalar: Scalar, index: number): boolean {
    const { place, name, text, value } = scalar;
    const { id } = exchange.operation;
    if (typeof value !== "string" || this.#seen.has(text)) return false;
    if (this.#variation.isConstant(id, place)) return false;
    if (isRandom(text)) return true;
    const isUsed = (this.#lastInPath.get(text) ?? -1) > index;
    const isName = isWord(value) && isOwnName(name) && this.#variation.isUnique(id, place);
    return isCreation(exchange) && (isUsed || isName);
  }

  #readResponse(exchange: Recorded): void {
    const { request, response, wire } = exchange;
    const asked = new Set(scalarsOf(request).map(({ text }) => text));
    for (const { place, name, text } of scalarsOf({ body: response.body })) {
      // A small number was probably seen before, and is a new id all the same.
      const isId =
        isCreation(exchange) && isIdName(name) && !asked.has(text) && !this.origins.has(text);
      const isLink = queriesIn(text).some(([, part]) => isRandom(part));
      const isMade = isId || ((isRandom(text) || isLink) && !this.#seen.has(text));
      // A server has the original of what it was not sent.
      const isForeign = this.#replaced.has(text) && !this.#sent.has(text);
      if (isMade || isForeign || isTime(text, wire.receivedAt)) this.#mark(exchange, place);
      if (isMade && isChange(exchange)) this.origins.set(text, exchange);
      this.#seen.add(text);
    }
  }

  #compareWithFirst(exchange: Recorded): void {
    const key = JSON.stringify([groupOf(exchange), exchange.request]);
    const first = this.#firstOfRequest.get(key) ?? exchange;
    this.#firstOfRequest.set(key, first);
    for (const place of differingPlaces(first, exchange)) this.#mark(exchange, place);
  }
}

/** Whether a request makes something. A server may have made it although it reports a failure. */
function isCreation({ operation, response }: Recorded): boolean {
  return operation.method === "POST" || response.status === 201;
}

/** Whether a field usually names the resource that it is in. */
function isOwnName(name: string): boolean {
  return /(^|[_a-z])(name|title|slug|email|login|code|key|label)$/i.test(name);
}

function groupOf({ operation, response }: Recorded): string {
  return `${operation.id} ${response.status}`;
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
      return pointerOfItems(isOfLength ? pointer.slice(0, pointer.lastIndexOf("/")) : pointer);
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
