import type { Schema } from "@contract-toolkit/kernel";
import type { BranchPair } from "./branch-pair.ts";
import { anything, textOf } from "@contract-toolkit/kernel/schema-algebra";
import type { Condition, FlatSchema } from "./flat-schema.ts";
import type { SchemaChange } from "./schema-change.ts";

/** What changed in what holds only under a condition. Conditions are the same where `if` is. */
export function conditionChanges(
  before: FlatSchema,
  after: FlatSchema,
): { readonly pairs: readonly BranchPair[]; readonly changes: readonly SchemaChange[] } {
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
  return {
    pairs,
    changes: [
      ...[...old.values()]
        .filter((one) => !now.has(keyOf(one)) && isReachable(one, after))
        .map((one) => onOneSide(one, "condition-removed")),
      ...[...now.values()]
        .filter((one) => !old.has(keyOf(one)) && isReachable(one, before))
        .map((one) => onOneSide(one, "condition-added")),
    ],
  };
}

function byIf(conditions: readonly Condition[]): Map<string, Condition> {
  return new Map(conditions.map((each) => [keyOf(each), each]));
}

function keyOf(condition: Condition): string {
  return JSON.stringify(condition.if, (name, value: unknown) =>
    name.startsWith("x-") ? undefined : value,
  );
}

function branchOf(when: Schema, old: Schema | undefined, now: Schema | undefined): BranchPair[] {
  if (!old && !now) return [];
  return [
    {
      step: { kind: "branch", old: [when, old ?? anything], new: [when, now ?? anything] },
      old: old ?? anything,
      new: now ?? anything,
    },
  ];
}

/** Whether a value of the other side can meet the condition: one that only a value asks for that is not there can't. */
function isReachable({ if: when }: Condition, other: FlatSchema): boolean {
  return Object.entries(when.properties ?? {}).every(([name, asked]) => {
    const field = other.properties.get(name);
    if (typeof asked === "boolean" || !field?.enum || !when.required?.includes(name)) return true;
    const values = asked.enum ?? ("const" in asked ? [asked.const] : field.enum);
    const known = new Set(field.enum.map(textOf));
    return values.some((value) => known.has(textOf(value)));
  });
}

function onOneSide(
  condition: Condition,
  rule: "condition-added" | "condition-removed",
): SchemaChange {
  const isNew = rule === "condition-added";
  const whole: Schema = condition.then ?? condition.else ?? anything;
  const when = condition.then ? condition.if : { not: condition.if };
  const side = { schema: whole, position: whole["x-position"] };
  const none = { schema: undefined, position: undefined };
  return {
    rule,
    effect: isNew ? "narrower" : "wider",
    message: isNew ? "a conditional rule was added" : "a conditional rule was removed",
    keyword: "if",
    steps: [
      {
        kind: "branch",
        old: isNew ? undefined : [when, whole],
        new: isNew ? [when, whole] : undefined,
      },
    ],
    old: isNew ? none : side,
    new: isNew ? side : none,
  };
}
