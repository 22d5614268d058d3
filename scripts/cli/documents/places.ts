/** The places of operations and rules in the OpenAPI document that they were made of. */
import {
  contentsOf,
  type MessageSchemas,
  type Operation,
  pathShape,
  pointerNames,
  readPosition,
  type Response,
  type Schema,
  valueIn,
  withPositions,
} from "@contract-toolkit/contract";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesOf,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { resolveNode } from "@contract-toolkit/schemas/documents/references";

type Path = readonly string[];

/** The documented parts of an operation: its path item, and its own. */
export function documentedOperation(
  document: Node,
  operation: Operation,
): { readonly item: Node; readonly own: Node } {
  const path = operationPath(document, operation);
  const partAt = (names: Path) => nodeOrEmpty(valueIn(document, names));
  return { item: partAt(path.slice(0, 2)), own: partAt(path) };
}

/** The path of an operation, whose parameters may have other names in the document. */
function operationPath(document: Node, { path, method }: Operation): Path {
  const shape = pathShape(path);
  const [found = path] =
    nodesOf(document["paths"]).find(([template]) => pathShape(template) === shape) ?? [];
  return ["paths", found, method.toLowerCase()];
}

/** An OpenAPI document, and the position of a path in its text, or of what encloses it, as `file:line:column`. */
export interface PlacedDocument {
  readonly document: Node;
  readonly positionOf: (path: Path) => string;
}

/**
 * Gives operations and the rules of their messages the positions of a document. A rule that is not written where it applies has
 * that of what encloses it.
 *
 * @param operations are changed
 */
export function placeInDocument(
  { $defs, messages, ...others }: MessageSchemas,
  operations: readonly Operation[],
  { document, positionOf }: PlacedDocument,
): MessageSchemas {
  const at = (schema: Schema, pathOf: (steps: Path) => Path) =>
    withPositions(schema, (_, steps) => positionOf(followReferences(document, pathOf(steps))));
  const placed = { ...messages };
  const place = (name: string, pathOf: (steps: Path) => Path) => {
    if (placed[name]) placed[name] = at(placed[name], pathOf);
  };
  for (const operation of operations) {
    const own = operationPath(document, operation);
    Object.assign(operation, { source: readPosition(positionOf(own)) });
    place(`request ${operation.id}`, (steps) =>
      steps.length === 0
        ? own
        : pathIn(steps, [...own, "requestBody"], operation.body, (name) =>
            parameterPath(document, own, name),
          ),
    );
    for (const [status, response] of Object.entries<Response>(operation.responses)) {
      const path = [...own, "responses", status];
      place(`response ${operation.id} ${status}`, (steps) =>
        pathIn(steps, path, response, (name) => [...path, "headers", name]),
      );
    }
  }
  const schemas = Object.entries($defs).map(([name, schema]) => [
    name,
    at(schema, (steps) => ["components", "schemas", name, ...steps]),
  ]);
  return { ...others, messages: placed, $defs: Object.fromEntries(schemas) as typeof $defs };
}

/** The path of a place of a message, in which each content type of several has a body of its own. */
function pathIn(
  steps: Path,
  holder: Path,
  body: Parameters<typeof contentsOf>[0],
  parameterPath: (name: string) => Path,
): Path {
  const isOfType = steps[0] === "allOf";
  const [, part, ...inside] = isOfType ? steps.slice(3) : steps;
  const [, name, ...rest] = inside;
  if (part !== "body")
    return name === undefined ? holder : [...parameterPath(name), "schema", ...rest];
  const { contentType = "" } = contentsOf(body)[isOfType ? Number(steps[1]) : 0] ?? {};
  return [...holder, "content", contentType, "schema", ...inside];
}

/** A parameter of an operation, or of its path item. */
function parameterPath(document: Node, operation: Path, name: string): Path {
  const lists = [operation, operation.slice(0, 2)].map((path) => [...path, "parameters"]);
  const paths = lists.flatMap((path) =>
    itemsOrEmpty(valueIn(document, path)).map((_, index) => [...path, String(index)]),
  );
  const isNamed = (path: Path) => resolveNode(valueIn(document, path), document)["name"] === name;
  return paths.find(isNamed) ?? operation;
}

/** A path without the references on its way. */
function followReferences(document: Node, path: Path): Path {
  return path.reduce<Path>((found, name) => {
    const { $ref } = nodeOrEmpty(valueIn(document, found));
    return [...(typeof $ref === "string" ? pointerNames($ref.slice(1)) : found), name];
  }, []);
}
