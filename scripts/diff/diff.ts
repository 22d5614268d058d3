import type { Schema } from "@contract-toolkit/kernel";
import { breaks, severityOf, type Change, type Found } from "./change.ts";
import type { ContractForm, OperationForm } from "./contract-form.ts";
import type { LifecyclePolicy } from "./lifecycle.ts";
import { compareOperations, type SchemaPair } from "./operations/compare.ts";
import { pairOperations } from "./operations/pair-operations.ts";
import { addedOperation, removedOperation } from "./operations/structure.ts";
import { createComparison } from "./schemas/compare.ts";
import type { Flattener, View } from "./schemas/flat-schema.ts";
import { createFlattener } from "./schemas/flatten.ts";
import type { SchemaChange, SchemaComparison, Side } from "./schemas/schema-change.ts";
import {
  mostCounted,
  nearestFirst,
  originOf,
  placesIn,
  searchedPlaces,
} from "./schemas/nearest.ts";
import { idOf, placeOf } from "./schemas/place.ts";
import { createWitnessSearch, type FindWitness } from "./witness/find.ts";

/**
 * Lists the changes from one contract to another. A change is an error if a message that its sender's contract allows may be
 * refused by its receiver, where the service uses the new contract and its user the old one.
 *
 * @example
 * diff(readOpenApi(old), readOpenApi(now), { today: new Date(), noticeDays: 0 }).filter(({ severity }) => severity === "error");
 */
export function diff(old: ContractForm, now: ContractForm, policy: LifecyclePolicy): Change[] {
  const comparisons = {
    request: comparisonOf(old, now, "request", policy),
    response: comparisonOf(old, now, "response", policy),
  };
  return pairOperations(old.operations, now.operations).flatMap((pair) => {
    const { key, old: before, new: after } = pair;
    if (before && after) return operationChanges(before, after, comparisons, policy);
    if (before) return [changeOf(before, undefined, whole(removedOperation(key, before, policy)))];
    return after ? [changeOf(undefined, after, whole(addedOperation(after)))] : [];
  });
}

interface Comparison {
  readonly schemas: SchemaComparison;
  readonly findWitness: FindWitness;
}

function comparisonOf(
  old: ContractForm,
  now: ContractForm,
  view: View,
  policy: LifecyclePolicy,
): Comparison {
  const [before, after] = [createFlattener(old.resolve, view), createFlattener(now.resolve, view)];
  return {
    schemas: createComparison(before, after, policy),
    findWitness: createWitnessSearch(before, after),
  };
}

function operationChanges(
  old: OperationForm,
  now: OperationForm,
  comparisons: Readonly<Record<View, Comparison>>,
  policy: LifecyclePolicy,
): Change[] {
  const { changes, schemas } = compareOperations(old, now, policy);
  return [
    ...changes.map((each) =>
      changeOf(old, now, { ...each, severity: severityOf(each, each.direction) }),
    ),
    ...schemas.flatMap((pair) =>
      schemaChanges(pair, comparisons[pair.view]).map((each) => changeOf(old, now, each)),
    ),
  ];
}

/** A change without its operation. Without positions it is at the operation. */
interface PlacedChange extends Pick<Change, "severity" | "pointer" | "message" | "witness"> {
  readonly rule: string;
  readonly old?: Side;
  readonly new?: Side;
}

function changeOf(
  old: OperationForm | undefined,
  now: OperationForm | undefined,
  change: PlacedChange,
): Change {
  const before = change.old?.position ?? old?.position;
  const after = change.new?.position ?? now?.position;
  return {
    id: change.rule,
    severity: change.severity,
    operation: now?.name ?? old?.name ?? "",
    pointer: change.pointer,
    message: change.message,
    source: {
      ...(before !== undefined && { old: before }),
      ...(after !== undefined && { new: after }),
    },
    ...(change.witness !== undefined && { witness: change.witness }),
  };
}

/** A change of a whole operation has the same severity for both sides. */
function whole(change: Found): PlacedChange {
  return { ...change, pointer: "", severity: severityOf(change, "toService") };
}

function schemaChanges(pair: SchemaPair, { schemas, findWitness }: Comparison): PlacedChange[] {
  const changes = schemas
    .compare(pair.old, pair.new)
    .map((each) => (pair.part === "body" ? each : asText(each, schemas)));
  // A change of a shared schema is reported once for a message, however often the message uses the schema.
  const groups = Map.groupBy(changes, originOf);
  return [...groups.values()].map((group) => {
    const { change, remark, ...judged } = judge(nearestFirst(group), pair, findWitness);
    return {
      ...judged,
      rule: idOf(change, pair),
      pointer: `${pair.pointer}${placeOf(change.steps)}`,
      message: `${change.message}${inTypes(pair)}${otherPlaces(placesIn(group))}${remark}`,
      old: change.old,
      new: change.new,
    };
  });
}

/** Parameters and headers are texts, so a text of any form allows what a number allows. JSON in them has a content type. */
function asText(change: SchemaChange, { old, new: now }: SchemaComparison): SchemaChange {
  const [before, after] = [change.old.schema, change.new.schema];
  if (change.rule !== "type-changed" || change.steps.length !== 1 || !before || !after)
    return change;
  if ("content" in before || "content" in after) return change;
  if (isFreeText(after, now) && isScalar(before, old)) return { ...change, effect: "wider" };
  if (isFreeText(before, old) && isScalar(after, now)) return { ...change, effect: "narrower" };
  return change;
}

function isScalar(schema: Schema, { flat }: Flattener): boolean {
  return [...flat(schema).types].every((type) => ["boolean", "integer", "number"].includes(type));
}

function isFreeText(schema: Schema, { flat }: Flattener): boolean {
  const { types, values, limits, patterns, formats, unions, conditions, nots } = flat(schema);
  const rules = limits.size + patterns.size + formats.size;
  const others = unions.length + conditions.length + nots.length;
  return types.size === 1 && types.has("string") && !values && rules + others === 0;
}

function inTypes({ contentTypes = [] }: SchemaPair): string {
  return contentTypes.length === 0 ? "" : ` (in ${contentTypes.join(", ")})`;
}

function otherPlaces(count: number): string {
  if (count === 1) return "";
  if (count > mostCounted) return ` (here and at more than ${mostCounted} more places)`;
  return ` (here and at ${count - 1} more ${count > 2 ? "places" : "place"})`;
}

interface Judged extends Pick<PlacedChange, "severity" | "witness"> {
  readonly change: SchemaChange;
  readonly remark: string;
}

function judge(group: readonly SchemaChange[], pair: SchemaPair, findWitness: FindWitness): Judged {
  const { direction, part } = pair;
  const breaking = group.filter(({ effect }) => breaks(effect, direction));
  for (const change of breaking.slice(0, searchedPlaces)) {
    const witness = findWitness(pair, change);
    if (witness === undefined) continue;
    // The change stays an error if the search for a message was given up.
    if (witness === "too much work") return { change, severity: "error", remark: remarks.tooLarge };
    const remark = witness.isUndocumented ? remarks.undocumented : "";
    return { change, severity: "error", remark, witness: { [part]: witness.value } };
  }
  const [change = group[0]] = breaking;
  if (!change) throw new RangeError("A group of changes is never empty.");
  const remark = change.isUndecided === true ? remarks.undecided : remarks.noneFound;
  if (breaking.length > 0) return { change, severity: "error", remark };
  return { change, severity: severityOf(change, direction), remark: "" };
}

const remarks = {
  undocumented: "; the message has a value that its sender's contract allows but does not document",
  tooLarge:
    "; no message is shown, because the schemas are too large to look for one or a pattern may take too long",
  undecided:
    "; no message is shown, because it could not be decided whether the patterns match the same texts",
  noneFound:
    "; no message is shown, because no tried message is allowed by its sender's contract and refused by its receiver's",
};
