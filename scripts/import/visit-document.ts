/** The parts of an OpenAPI document, as opposed to its values and names. */
import { isContainer, isObject } from "@contract-toolkit/contract";
import { nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { joinPointer, walkValues } from "./values.ts";

/**
 * Visits every part of a document once: operations, schemas and everything else that OpenAPI describes. Examples,
 * extensions and maps of parts are not parts.
 *
 * @param visit may change the part; parts that it adds anywhere are visited, too
 */
export function visitParts(
  document: Node,
  visit: (part: Node, pointer: string, keys: readonly string[]) => void,
): void {
  // YAML aliases refer to one object.
  const visited = new Set<object>();
  let seen = new Set<object>();
  const walk = (value: object, keys: readonly string[], maps: number): void => {
    if (seen.has(value)) return;
    seen.add(value);
    if (isObject(value) && maps === 0 && !visited.has(value)) {
      visited.add(value);
      visit(value, joinPointer(keys), keys);
    }
    for (const [key, member] of Object.entries(value)) {
      const isNamed = maps > 0 && !(key === "examples" && keys.at(-1) === "components");
      const isData = !isNamed && (data.has(key) || key.startsWith("x-"));
      if (isContainer(member) && !isData)
        walk(member, [...keys, key], maps > 0 ? maps - 1 : (mapsAt.get(key) ?? 0));
    }
  };
  // A visit may add parts to places that were already visited.
  for (let before = -1; before < visited.size; seen = new Set()) {
    before = visited.size;
    walk(document, [], 0);
  }
}

/** The members of a path that are operations which TypeSpec has. */
export const methods: ReadonlySet<string> = new Set([
  ...["get", "put", "post", "patch", "delete", "head"],
]);

/** The named schemas of a document. */
export function componentSchemas({ components }: Node): Node {
  return nodeOrEmpty(nodeOrEmpty(components)["schemas"]);
}

/** A schema without its texts for readers. */
export function withoutTexts(schema: Node): Node {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !texts.has(key) && !key.startsWith("x-")),
  );
}

const texts: ReadonlySet<string> = new Set(["description", "title", "deprecated", "externalDocs"]);

/** Keywords whose value is a map with names of the document's choice, and how many such maps are nested. */
const mapsAt: ReadonlyMap<string, number> = new Map([
  ...[
    ...["paths", "webhooks", "responses", "content", "headers", "encoding", "links", "variables"],
    ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
  ].map((key) => [key, 1] as const),
  ["callbacks", 2],
  ["components", 2],
]);

/** Keywords whose value is data: examples and lists of names. */
const data: ReadonlySet<string> = new Set([
  ...["example", "examples", "default", "enum", "const", "security", "scopes", "mapping"],
  ...["dependentRequired", "dependencies", "required"],
]);

/** Visits every object of a document once, outer objects first. */
export function everyObject(document: Node, visit: (node: Node) => void): void {
  visit(document);
  for (const { value } of walkValues(document)) if (isObject(value)) visit(value);
}
