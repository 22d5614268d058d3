/** The parts of an OpenAPI document, which are told apart from the values and names in it. */
import { isContainer, isObject } from "@contract-toolkit/kernel";
import { nodeOf, type Node } from "../documents/nodes.ts";
import { pointerOf } from "./values.ts";

/**
 * Visits every part of a document once: operations, schemas and whatever else OpenAPI describes. Examples, extensions and
 * maps of parts are none.
 *
 * @param visit may change the part; what it adds anywhere is visited, too
 */
export function visitParts(
  document: Node,
  visit: (part: Node, pointer: string, keys: readonly string[]) => void,
): void {
  // Aliases of YAML are one object.
  const visited = new Set<object>();
  let seen = new Set<object>();
  const walk = (value: object, keys: readonly string[], maps: number): void => {
    if (seen.has(value)) return;
    seen.add(value);
    if (isObject(value) && maps === 0 && !visited.has(value)) {
      visited.add(value);
      visit(value, pointerOf(keys), keys);
    }
    for (const [key, each] of Object.entries(value)) {
      const isData = maps === 0 && (data.has(key) || key.startsWith("x-"));
      if (isContainer(each) && !isData)
        walk(each, [...keys, key], maps > 0 ? maps - 1 : (mapsAt.get(key) ?? 0));
    }
  };
  // A visit may also add parts where the walk has been.
  for (let before = -1; before < visited.size; seen = new Set()) {
    before = visited.size;
    walk(document, [], 0);
  }
}

/** The schemas that have a name. */
export function schemasOf({ components }: Node): Node {
  return nodeOf(nodeOf(components)["schemas"]);
}

/** What a schema says of values: without what it says to people. */
export function withoutTexts(schema: Node): Node {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !texts.has(key) && !key.startsWith("x-")),
  );
}

const texts: ReadonlySet<string> = new Set(["description", "title", "deprecated", "externalDocs"]);

/** Objects with names that a document chooses, by the keyword they are under and how many of them are nested. */
const mapsAt: ReadonlyMap<string, number> = new Map([
  ...[
    ...["paths", "webhooks", "responses", "content", "headers", "encoding", "links", "variables"],
    ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
  ].map((key) => [key, 1] as const),
  ["callbacks", 2],
  ["components", 2],
]);

/** Values that are no parts of a document: examples, and lists of names. */
const data: ReadonlySet<string> = new Set([
  ...["example", "examples", "default", "enum", "const", "security", "scopes", "mapping"],
  ...["dependentRequired", "dependencies", "required"],
]);

/** Visits every object of a document. */
export function everyObject(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value as unknown[]) everyObject(each, visit);
  else if (isObject(value)) {
    visit(value);
    for (const each of Object.values(value)) everyObject(each, visit);
  }
}
