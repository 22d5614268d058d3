import { severityOf, type Severity } from "../change.ts";
import type { SchemaPair } from "../operations/compare.ts";
import { createObjectIds } from "./object-ids.ts";
import { changeId, stepsText } from "./place.ts";
import { createRouteSearch } from "./routes.ts";
import { inverted } from "./compare.ts";
import type { SchemaChange, SchemaComparison } from "./schema-change.ts";

/** The schemas of one part of a message of an operation. */
interface NamedPair extends SchemaPair {
  readonly operation: string;
}

/** A change at one place of a message. */
export interface Occurrence<Pair extends NamedPair> {
  readonly pair: Pair;
  readonly change: SchemaChange;
}

/** One change with the places that it has in all messages. */
export interface Finding<Pair extends NamedPair> {
  readonly id: string;
  readonly severity: Severity;
  /** The nearest places, at most `searchedPlaces`. */
  readonly nearest: Occurrence<Pair>[];
  readonly places: Map<string, { readonly pair: Pair; readonly pointer: string }>;
}

/** Number of places of one change in which a counterexample is searched. Each search takes time. */
const searchedPlaces = 4;

/** If more messages have a change, each is reported at its nearest place only. */
const mostInDetail = 25;

/**
 * Compares pairs of schemas and groups the changes by their cause: a change of a shared schema is one finding for each severity,
 * however many messages use the schema.
 */
export function findingsIn<Pair extends NamedPair>(
  pairs: readonly Pair[],
  comparison: SchemaComparison,
): Finding<Pair>[] {
  const graph = comparison.graphOf(pairs);
  const routesTo = createRouteSearch(graph);
  const uses = Map.groupBy(pairs, (_, index) => graph.roots[index]);
  const findings = new Map<string, Finding<Pair>>();
  for (const node of graph.nodes) {
    if (node.changes.length === 0) continue;
    const routesFrom = routesTo(node);
    const reaching = [...uses].flatMap(([root, users]) =>
      root && routesFrom(root, 1).length > 0 ? [{ root, users }] : [],
    );
    const most = reaching.length > mostInDetail ? 1 : searchedPlaces;
    for (const { root, users } of reaching)
      for (const { steps, isInverted } of routesFrom(root, most))
        for (const own of node.changes)
          for (const pair of users) {
            const effect = isInverted ? inverted[own.effect] : own.effect;
            const change = { ...own, effect, steps: [...steps, ...own.steps] };
            add(findings, own, { pair, change });
          }
  }
  return [...findings.values()];
}

function add<Pair extends NamedPair>(
  findings: Map<string, Finding<Pair>>,
  own: SchemaChange,
  occurrence: Occurrence<Pair>,
): void {
  const { pair, change } = occurrence;
  const severity = severityOf(change, pair.direction);
  const id = changeId(change, pair);
  // A URL has each parameter of its path, also one that only one side describes.
  if (pair.part === "path" && /parameter-(added|removed)$/.test(id)) return;
  const key = `${changeFingerprint(own)}|${id}|${severity}`;
  const finding = findings.get(key) ?? { id, severity, nearest: [], places: new Map() };
  findings.set(key, finding);
  const pointer = `${pair.pointer}${stepsText(change.steps)}`;
  finding.places.set(`${pair.operation} ${pointer}`, { pair, pointer });
  const at = finding.nearest.findIndex(
    (occurrence) => occurrence.change.steps.length > change.steps.length,
  );
  finding.nearest.splice(at < 0 ? finding.nearest.length : at, 0, occurrence);
  finding.nearest.splice(searchedPlaces);
}

const numberOf = createObjectIds();

/** A text that is the same wherever a changed schema is used. */
function changeFingerprint({ rule, effect, message, old, new: now, steps }: SchemaChange): string {
  const last = steps.at(-1);
  const name = last && "name" in last ? last.name : "";
  const schemas = [old.schema, now.schema].map((schema) => (schema ? numberOf(schema) : ""));
  return [rule, effect, message, name, ...schemas].join("|");
}
