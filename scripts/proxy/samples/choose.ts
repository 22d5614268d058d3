import { isIdName, isWord } from "@contract-toolkit/conformance/internal";
import { isContainer } from "@contract-toolkit/contract";
import type { Markers } from "./markers.ts";
import { isChange, scalarsOf, type Recorded } from "./recorded.ts";

/**
 * Chooses the first exchange of each operation, status and shape, and what those need: the exchanges before them that made or
 * changed their resources. They stay in the order of the recording.
 */
export function chooseExchanges(
  recorded: readonly Recorded[],
  { origins }: Pick<Markers, "origins">,
): Recorded[] {
  const madeIn = findMadeValues(origins);
  const indexes = new Map(recorded.map((exchange, index) => [exchange, index]));
  const used = recorded.map(madeIn);
  const changes = Map.groupBy(
    recorded.flatMap((exchange, index) =>
      isChange(exchange) ? (used[index] ?? []).map((text) => ({ text, index })) : [],
    ),
    ({ text }) => text,
  );
  const chosen = new Set<number>();
  /** The last exchange whose needs of a text are known, by the text. */
  const reached = new Map<string, number>();
  const valid = recorded.filter(({ isValid }) => isValid);
  const firsts = [...Map.groupBy(valid, shapeOf).values()].flatMap(([first]) => first ?? []);
  const waiting = firsts.map((exchange) => indexes.get(exchange) ?? 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const index = next;
    if (chosen.has(index)) continue;
    chosen.add(index);
    for (const text of used[index] ?? []) {
      const known = reached.get(text) ?? -1;
      if (known >= index) continue;
      reached.set(text, index);
      const origin = origins.get(text);
      const made = origin ? [indexes.get(origin) ?? index] : [];
      const needed = [...made, ...(changes.get(text) ?? []).map((change) => change.index)];
      waiting.push(...needed.filter((earlier) => earlier < index));
    }
  }
  return recorded.filter((_, index) => chosen.has(index));
}

/** Makes a function that finds the values in an exchange that the recording made. */
export function findMadeValues(origins: Markers["origins"]) {
  const own = Map.groupBy(origins.keys(), (text) => origins.get(text));
  return (exchange: Recorded): readonly string[] => {
    const used = scalarsOf(exchange.request).flatMap(({ place, name, text, value }) =>
      origins.has(text) && (isWord(value) || place.startsWith("/path/") || isIdName(name))
        ? [text]
        : origins.within(text),
    );
    return [...new Set([...(own.get(exchange) ?? []), ...used])];
  };
}

/** Operation, status, and the types of all fields. */
function shapeOf({
  operation,
  request,
  response,
}: Pick<Recorded, "operation" | "request" | "response">): string {
  const { query, body } = request;
  const types = [...typesIn({ query, body }, "request"), ...typesIn(response.body, "response")];
  return JSON.stringify([operation.id, response.status, [...new Set(types)].sort()]);
}

function typesIn(value: unknown, place: string): string[] {
  if (value === undefined) return [];
  if (!isContainer(value)) return [`${place} ${value === null ? "null" : typeof value}`];
  const isList = Array.isArray(value);
  const inside = Object.entries(value).flatMap(([name, item]) =>
    typesIn(item, `${place}/${isList ? "[]" : name}`),
  );
  return [`${place} ${isList ? "list" : "object"}`, ...inside];
}
