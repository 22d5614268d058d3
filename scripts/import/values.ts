import { isContainer, joinPointer } from "@contract-toolkit/contract";

interface PlacedValue {
  readonly node: object;
  readonly key: string;
  readonly value: unknown;
  readonly path: readonly string[];
}

/** Everything in a document, each object once: YAML aliases may refer to one object several times. */
export function* walkValues(document: object): Generator<PlacedValue> {
  const left: { node: object; path: readonly string[] }[] = [{ node: document, path: [] }];
  const seen = new Set<object>();
  for (let at = left.pop(); at; at = left.pop()) {
    if (seen.has(at.node)) continue;
    seen.add(at.node);
    const inside: typeof left = [];
    for (const [key, value] of Object.entries(at.node)) {
      const path = [...at.path, key];
      yield { node: at.node, key, value, path };
      if (isContainer(value)) inside.push({ node: value, path });
    }
    left.push(...inside.reverse());
  }
}

/** Finds the place of a part, also after it was moved. */
export function placesIn(document: object): (part: unknown) => string {
  const places = new Map<unknown, string>();
  for (const { value, path } of walkValues(document))
    if (isContainer(value)) places.set(value, joinPointer(path));
  return (part) => places.get(part) ?? "#";
}

/** The first lines of a list of places, and how many more there are. */
export function summarizePlaces(places: readonly string[]): string[] {
  const shown = places.slice(0, mostShown).map((place) => `  ${place}`);
  const left = places.length - shown.length;
  return left > 0 ? [...shown, `  and ${left} more`] : shown;
}

const mostShown = 20;
