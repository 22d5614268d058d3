import type { Schema } from "@contract-toolkit/contract";
import { found } from "../kinds.ts";
import { anything, textOf } from "@contract-toolkit/contract/schema-algebra";
import type { Condition, FlatSchema, Flattener } from "./flat-schema.ts";
import {
  onOneSide,
  type SchemaChange,
  type SchemaComparison,
  type SteppedPair,
} from "./schema-change.ts";

/** Compares conditional rules. Conditions with the same `if` belong together. */
export function conditionChanges(
  before: FlatSchema,
  after: FlatSchema,
  { old: ofOld, new: ofNow }: Pick<SchemaComparison, "old" | "new">,
): { readonly pairs: readonly SteppedPair[]; readonly changes: readonly SchemaChange[] } {
  const [old, now] = [byIf(before.conditions), byIf(after.conditions)];
  const pairs = [...old].flatMap(([text, one]) => {
    const other = now.get(text);
    return other
      ? [
          ...branchOf(one.if, one.then, other.then),
          ...branchOf({ not: one.if }, one.else, other.else),
        ]
      : [];
  });
  const gone = [...old].filter(([text, one]) => !now.has(text) && isReachable(one, after, ofNow));
  const added = [...now].filter(([text, one]) => !old.has(text) && isReachable(one, before, ofOld));
  return {
    pairs,
    changes: [
      ...gone.map(([, one]) => changeOf(one, "old")),
      ...added.map(([, one]) => changeOf(one, "new")),
    ],
  };
}

function byIf(conditions: readonly Condition[]): Map<string, Condition> {
  const textOfIf = (each: Condition) =>
    JSON.stringify(each.if, (name, value: unknown) => (name.startsWith("x-") ? undefined : value));
  return new Map(conditions.map((each) => [textOfIf(each), each]));
}

function branchOf(when: Schema, old: Schema | undefined, now: Schema | undefined): SteppedPair[] {
  if (!old && !now) return [];
  return [
    {
      step: { kind: "branch", old: [when, old ?? anything], new: [when, now ?? anything] },
      old: old ?? anything,
      new: now ?? anything,
    },
  ];
}

/** Whether a value of the other side can meet the condition: its fields may list none of the values that `if` requires. */
function isReachable({ if: when }: Condition, other: FlatSchema, { flat }: Flattener): boolean {
  return Object.entries(when.properties ?? {}).every(([name, asked]) => {
    const field = other.properties.get(name);
    const listed = field && flat(field).values;
    if (typeof asked === "boolean" || !listed || !when.required?.includes(name)) return true;
    const values = asked.enum ?? ("const" in asked ? [asked.const] : listed);
    const known = new Set(listed.map(textOf));
    return values.some((value) => known.has(textOf(value)));
  });
}

function changeOf(condition: Condition, side: "old" | "new"): SchemaChange {
  const whole: Schema = condition.then ?? condition.else ?? anything;
  const when = condition.then ? condition.if : { not: condition.if };
  return {
    ...found(side === "new" ? "condition-added" : "condition-removed"),
    ...onOneSide(side, [when, whole], whole, whole["x-position"]),
  };
}
