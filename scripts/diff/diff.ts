import { pointerStep } from "@contract-toolkit/contract";
import { isBreakingEffect, severityOf, type Change, type Found, type Place } from "./change.ts";
import type { ContractForm } from "./contract-form.ts";
import type { LifecyclePolicy } from "./lifecycle.ts";
import { compareOperations, type SchemaPair } from "./operations/compare.ts";
import { pairOperations, type OperationPair } from "./operations/pair-operations.ts";
import { addedOperation, removedOperation, type OperationChange } from "./operations/structure.ts";
import { createComparison } from "./schemas/compare.ts";
import { findingsIn, type Finding, type Occurrence } from "./schemas/findings.ts";
import { createFlattener, createJoin } from "./schemas/flatten.ts";
import type { SchemaChange, SchemaComparison, Side } from "./schemas/schema-change.ts";
import { stepsText } from "./schemas/place.ts";
import { createCounterexampleSearch, type FindCounterexample } from "./counterexample/find.ts";

/**
 * Lists the changes from one contract to another. A change is an error if a message that its sender's contract allows may be
 * refused by its receiver, where the service uses the new contract and its user the old one. A change of a shared schema is
 * listed once, with all its places.
 *
 * @example
 * diff(readOpenApi(old), readOpenApi(now), { today: new Date(), noticeDays: 0 }).filter(({ severity }) => severity === "error");
 */
export function diff(
  old: ContractForm,
  now: ContractForm,
  policy: LifecyclePolicy,
  { showsMessages = true }: DiffOptions = {},
): Change[] {
  const pairs = pairOperations(old.operations, now.operations);
  const compared = pairs.map(({ key, old: before, new: after }) => {
    if (before && after) return compareOperations(before, after, policy);
    const whole = before ? removedOperation(key, before, policy) : after && addedOperation(after);
    return { changes: whole ? [ofOperation(whole)] : [], schemas: [] };
  });
  const messages = compared.flatMap(({ schemas }, index) =>
    schemas.map((pair): MessagePair => ({ ...pair, operation: pairName(pairs[index]), index })),
  );
  const ofOperations = compared.flatMap(({ changes }, index) =>
    changes.map((change) => ({
      index,
      change: describeChange(pairs[index], withSeverity(change)),
    })),
  );
  const [joinOld, joinNow] = [createJoin(), createJoin()];
  const ofSchemas = (["request", "response"] as const).flatMap((view) => {
    const before = createFlattener(old.resolve, view, joinOld);
    const after = createFlattener(now.resolve, view, joinNow);
    return schemaChanges(
      messages.filter((message) => message.view === view),
      createComparison(before, after, policy),
      showsMessages ? createCounterexampleSearch(before, after) : undefined,
    ).map(({ index, change }) => ({ index, change: describeChange(pairs[index], change) }));
  });
  return [...joinSharedChanges(ofOperations), ...ofSchemas]
    .sort((left, right) => left.index - right.index)
    .map(({ change }) => change);
}

interface DiffOptions {
  /** Whether errors come with a message that shows them (default). Looking for messages takes most of the time. */
  readonly showsMessages?: boolean;
}

/** The schemas of one part of a message, with the place of their operation in the list of all operations. */
interface MessagePair extends SchemaPair {
  readonly operation: string;
  readonly index: number;
}

interface IndexedChange {
  readonly index: number;
  readonly change: Change;
}

function pairName(pair: OperationPair | undefined): string {
  return pair?.new?.name ?? pair?.old?.name ?? "";
}

/** A change of a whole operation has the same severity for both sides. */
function ofOperation(change: Found): OperationChange {
  return { ...change, pointer: "", direction: "toService" };
}

function withSeverity(change: OperationChange): PlacedChange {
  return { ...change, severity: severityOf(change, change.direction) };
}

/** Joins changes of what many operations share: security requirements and servers of the document. */
function joinSharedChanges(changes: readonly IndexedChange[]): IndexedChange[] {
  const groups = Map.groupBy(changes, ({ change: { id, severity, message } }, position) =>
    /^(security|server)-/.test(id) ? `${id} ${severity} ${message}` : position,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const places = [first, ...others].map(({ change: { operation, pointer } }) => ({
      operation,
      pointer,
    }));
    return { ...first, change: { ...first.change, places } };
  });
}

/** A change without its operation. Without positions it is at the operation. */
interface PlacedChange extends Pick<
  Change,
  "severity" | "pointer" | "message" | "counterexample" | "counterexamplePointer" | "places"
> {
  readonly rule: string;
  readonly old?: Side;
  readonly new?: Side;
}

function describeChange(pair: OperationPair | undefined, change: PlacedChange): Change {
  const before = change.old?.position ?? pair?.old?.position;
  const after = change.new?.position ?? pair?.new?.position;
  return {
    id: change.rule,
    severity: change.severity,
    operation: pairName(pair),
    pointer: change.pointer,
    message: change.message,
    source: {
      ...(before !== undefined && { old: before }),
      ...(after !== undefined && { new: after }),
    },
    ...(change.counterexample !== undefined && { counterexample: change.counterexample }),
    ...(change.counterexamplePointer !== undefined && {
      counterexamplePointer: change.counterexamplePointer,
    }),
    ...(change.places && { places: change.places }),
  };
}

function schemaChanges(
  messages: readonly MessagePair[],
  schemas: SchemaComparison,
  findCounterexample: FindCounterexample | undefined,
): { readonly index: number; readonly change: PlacedChange }[] {
  return findingsIn(messages, schemas).map((finding) => {
    const { id, places } = finding;
    const { occurrence, remark, severity, ...shown } = judge(finding, findCounterexample);
    const { pair, change } = occurrence;
    const pointer = `${pair.pointer}${stepsText(change.steps)}`;
    const isFirst = (place: Place) =>
      place.pointer === pointer && place.operation === pair.operation;
    const all = [...places.values()].map((place) => ({
      operation: place.pair.operation,
      pointer: place.pointer,
    }));
    return {
      index: pair.index,
      change: {
        rule: id,
        severity,
        pointer,
        old: change.old,
        new: change.new,
        message: `${change.message}${within(pair, change)}${remark}`,
        ...shown,
        ...(all.length > 1 && {
          places: [...all.filter(isFirst), ...all.filter((place) => !isFirst(place))],
        }),
      },
    };
  });
}

/** The alternatives and content types of a changed place, which its pointer does not have. */
function within({ contentTypes = [] }: SchemaPair, { steps }: SchemaChange): string {
  const names = steps.flatMap(
    (step) => ("alternative" in step ? step.alternative : undefined) ?? [],
  );
  const all = [...new Set(names), ...contentTypes];
  return all.length === 0 ? "" : ` (in ${all.join(", ")})`;
}

interface Judged extends Pick<Change, "severity" | "counterexample" | "counterexamplePointer"> {
  readonly occurrence: Occurrence<MessagePair>;
  readonly remark: string;
}

function judge(
  { severity, nearest }: Finding<MessagePair>,
  findCounterexample: FindCounterexample | undefined,
): Judged {
  const [first] = nearest;
  if (!first) throw new RangeError("A finding has at least one place.");
  if (
    !findCounterexample ||
    severity !== "error" ||
    !isBreakingEffect(first.change.effect, first.pair.direction)
  )
    return { occurrence: first, remark: "", severity };
  for (const occurrence of nearest) {
    const { pair, change } = occurrence;
    const found = findCounterexample(pair, change);
    if (found === undefined) continue;
    // The change stays an error if the search for a message was given up.
    if (found === "too much work") return { occurrence, remark: remarks.tooLarge, severity };
    return {
      occurrence,
      severity,
      remark: found.isUndocumented ? remarks.undocumented : "",
      counterexample: { [pair.part]: found.value },
      counterexamplePointer: `/${pointerStep(pair.part)}${found.pointer}`,
    };
  }
  // Parameters and headers are texts, which types read in more than one way.
  if (first.pair.part !== "body" && /^type-|nullable$/.test(first.change.rule))
    return { occurrence: first, remark: "", severity: "info" };
  const remark = first.change.isUndecided === true ? remarks.undecided : remarks.noneFound;
  return { occurrence: first, remark, severity: "warning" };
}

const remarks = {
  undocumented: "; the message has a value that its sender's contract allows but does not document",
  tooLarge:
    "; no message is shown, because the schemas are too large to look for one or a pattern may take too long",
  undecided:
    "; no message is shown, because it is undecided whether the patterns match the same texts",
  noneFound:
    "; no message is shown, because no tried message is allowed by its sender's contract and refused by its receiver's",
};
