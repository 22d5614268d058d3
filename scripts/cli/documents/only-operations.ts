/** A part of an OpenAPI document: some of its operations, with the components that they refer to. */
import { pointerNames, valueAt } from "@contract-toolkit/contract";
import { nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { referencesIn } from "@contract-toolkit/import/external-references";
import { methods } from "@contract-toolkit/import/document";

export interface OperationPlace {
  readonly path: string;
  readonly method: string;
}

/** A document with these operations only. */
export function onlyOperations(document: Node, places: readonly OperationPlace[]): Node {
  const kept = Map.groupBy(places, ({ path }) => path);
  const paths = nodesOf(document["paths"]).flatMap(([path, item]) => {
    const names = kept.get(path)?.map(({ method }) => method);
    if (!names) return [];
    const members = Object.entries(item).filter(
      ([key]) => !methods.has(key) || names.includes(key),
    );
    return [[path, Object.fromEntries(members)] as const];
  });
  const part: Node = { ...document, paths: Object.fromEntries(paths), webhooks: undefined };
  return { ...part, components: componentsOf(part, document) };
}

function componentsOf({ components: _, ...part }: Node, document: Node): Node {
  const found: Record<string, Node> = {};
  const { securitySchemes } = (document["components"] ?? {}) as Node;
  const waiting = referencesIn(part).map(({ ref }) => ref);
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const [place, kind = "", name = ""] = pointerNames(ref.slice(1));
    const component = valueAt(document, `/components/${kind}`) as Node | undefined;
    if (place !== "components" || !component || found[kind]?.[name] !== undefined) continue;
    const value = component[name];
    (found[kind] ??= {})[name] = value;
    waiting.push(
      ...referencesIn({ components: { [kind]: { [name]: value } } }).map(
        (reference) => reference.ref,
      ),
    );
  }
  return { ...found, ...(securitySchemes !== undefined && { securitySchemes }) };
}
