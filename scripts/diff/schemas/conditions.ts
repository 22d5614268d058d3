import { mapSubschemas, type Schema } from "@contract-toolkit/contract";
import { makeChange } from "../kinds.ts";
import {
  anything,
  canonicalJson,
  isMetaDataKeyword,
} from "@contract-toolkit/contract/schema-algebra";
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
  const pairs = [...old].flatMap(([text, oldCondition]) => {
    const newCondition = now.get(text);
    return newCondition
      ? [
          ...branchOf(oldCondition.if, oldCondition.then, newCondition.then),
          ...branchOf({ not: oldCondition.if }, oldCondition.else, newCondition.else),
        ]
      : [];
  });
  const gone = [...old].filter(
    ([text, condition]) => !now.has(text) && isReachable(condition, after, ofNow),
  );
  const added = [...now].filter(
    ([text, condition]) => !old.has(text) && isReachable(condition, before, ofOld),
  );
  return {
    pairs,
    changes: [
      ...gone.map(([, condition]) => conditionChange(condition, "old")),
      ...added.map(([, condition]) => conditionChange(condition, "new")),
    ],
  };
}

function byIf(conditions: readonly Condition[]): Map<string, Condition> {
  const withoutNotes = (schema: Schema): Schema =>
    Object.fromEntries(
      Object.entries(mapSubschemas(schema, withoutNotes)).filter(
        ([keyword]) => !isMetaDataKeyword(keyword),
      ),
    );
  return new Map(
    conditions.map((condition) => [canonicalJson(withoutNotes(condition.if)), condition]),
  );
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
function isReachable(
  { if: when }: Condition,
  { properties }: FlatSchema,
  { flat }: Flattener,
): boolean {
  return Object.entries(when.properties ?? {}).every(([name, asked]) => {
    const field = properties.get(name);
    const listed = field && flat(field).values;
    if (typeof asked === "boolean" || !listed || !when.required?.includes(name)) return true;
    const values = asked.enum ?? ("const" in asked ? [asked.const] : listed);
    const known = new Set(listed.map(canonicalJson));
    return values.some((value) => known.has(canonicalJson(value)));
  });
}

function conditionChange(condition: Condition, side: "old" | "new"): SchemaChange {
  const whole: Schema = condition.then ?? condition.else ?? anything;
  const when = condition.then ? condition.if : { not: condition.if };
  return {
    ...makeChange(side === "new" ? "condition-added" : "condition-removed"),
    ...onOneSide(side, "branch", [when, whole], whole, whole["x-position"]),
  };
}
