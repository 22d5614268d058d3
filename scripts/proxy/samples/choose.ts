import { isIdName, isTelling, isWord } from "@contract-toolkit/conformance/internal";
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
  const usedBy = new Map(recorded.map((exchange) => [exchange, madeValues(exchange, origins)]));
  const changes = new Map<string, Recorded[]>();
  for (const exchange of recorded.filter(isChange))
    for (const text of usedBy.get(exchange) ?? [])
      changes.set(text, [...(changes.get(text) ?? []), exchange]);
  const indexes = new Map(recorded.map((exchange, index) => [exchange, index]));
  const isBefore = (left: Recorded, right: Recorded) =>
    (indexes.get(left) ?? 0) < (indexes.get(right) ?? 0);
  const chosen = new Set<Recorded>();
  const valid = recorded.filter(({ isValid }) => isValid);
  const waiting = [...Map.groupBy(valid, shapeOf).values()].flatMap(([first]) => first ?? []);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const exchange = next;
    if (chosen.has(exchange)) continue;
    chosen.add(exchange);
    for (const text of usedBy.get(exchange) ?? []) {
      const needed = [origins.get(text) ?? [], changes.get(text) ?? []].flat();
      waiting.push(...needed.filter((earlier) => isBefore(earlier, exchange)));
    }
  }
  return recorded.filter((exchange) => chosen.has(exchange));
}

/** The values in an exchange that the recording made. */
export function madeValues(exchange: Recorded, origins: Markers["origins"]): readonly string[] {
  const { request } = exchange;
  const own = [...origins].flatMap(([text, origin]) => (origin === exchange ? [text] : []));
  const used = scalarsOf(request).flatMap(({ place, name, text, value }) =>
    origins.has(text) && (isWord(value) || place.startsWith("/path/") || isIdName(name))
      ? [text]
      : [...origins.keys()].filter((made) => isTelling(made) && text.includes(made)),
  );
  return [...new Set([...own, ...used])];
}

/** Operation, status, and the types of all fields. */
export function shapeOf({
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
