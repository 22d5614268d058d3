import type { Severity } from "../../change.ts";
import { lifecycleChanges, type LifecyclePolicy } from "../../lifecycle.ts";
import type { FlatSchema } from "../flat-schema.ts";
import { textOf } from "@contract-toolkit/kernel/schema-algebra";
import type { Direction, Found } from "../schema-change.ts";

/** What no validator asks for, and what it means to either side when it changes. */
export function noteChanges(
  { notes: old, content: before, unions: one }: FlatSchema,
  { notes, content, unions: other }: FlatSchema,
  policy: LifecyclePolicy,
): Found[] {
  return [
    ...lifecycleChanges("schema", old, notes, policy),
    ...textChange(
      "content-media-type",
      old.contentMediaType,
      notes.contentMediaType,
      contentMeaning,
    ),
    ...textChange("content-encoding", old.contentEncoding, notes.contentEncoding, contentMeaning),
    ...contentSchemaChange(before !== undefined, content !== undefined),
    // A schema that became a union, or was one, had or has nothing to choose by: its branches are told.
    ...(one.length === other.length
      ? textChange("discriminator", old.discriminator, notes.discriminator, branchMeaning)
      : []),
    ...extensibleChanges(old.extensible ?? [], notes.extensible ?? []),
  ];
}

/** What a field or parameter that may be left out means when it is. */
export function defaultChanges(old: FlatSchema, now: FlatSchema): Found[] {
  const [before, after] = [old.notes.default, now.notes.default];
  if (textOf(before) === textOf(after)) return [];
  const keyword = "default";
  const told = { effect: "equal", keyword, mild: { toService: "error", toUser: "info" } } as const;
  if (before === undefined)
    return [{ ...told, rule: "default-added", message: `the default ${textOf(after)} was added` }];
  if (after === undefined)
    return [
      { ...told, rule: "default-removed", message: `the default ${textOf(before)} was removed` },
    ];
  const message = `the default changed from ${textOf(before)} to ${textOf(after)}`;
  return [{ ...told, rule: "default-changed", message }];
}

/** Whoever reads a text as one thing can't read it as another. */
const contentMeaning: Record<Direction, Severity> = { toService: "error", toUser: "error" };

/** Readers choose by it; the schemas of the branches say what is allowed. */
const branchMeaning: Record<Direction, Severity> = { toService: "warning", toUser: "warning" };

function textChange(
  rule: string,
  before: string | undefined,
  after: string | undefined,
  mild: Record<Direction, Severity>,
): Found[] {
  if (before === after) return [];
  const name = rule.replaceAll("-", " ");
  const message =
    before === undefined
      ? `the ${name} ${String(after)} was added`
      : after === undefined
        ? `the ${name} ${before} was removed`
        : `the ${name} changed from ${before} to ${after}`;
  return [{ rule: `${rule}-changed`, effect: "equal", message, mild }];
}

function contentSchemaChange(had: boolean, has: boolean): Found[] {
  if (had === has) return [];
  return has
    ? [
        {
          rule: "content-schema-added",
          effect: "equal",
          message: "the content of the text must fit a schema now",
          mild: { toService: "error", toUser: "info" },
        },
      ]
    : [
        {
          rule: "content-schema-removed",
          effect: "equal",
          message: "the content of the text no longer needs to fit a schema",
          mild: { toService: "info", toUser: "error" },
        },
      ];
}

function extensibleChanges(old: readonly string[], now: readonly string[]): Found[] {
  const gone = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  return [
    ...gone.map((value): Found => ({
      rule: "extensible-enum-value-removed",
      effect: "equal",
      message: `the known value ${value} was removed`,
      mild: { toService: "error", toUser: "info" },
    })),
    ...added.map((value): Found => ({
      rule: "extensible-enum-value-added",
      effect: "equal",
      message: `the known value ${value} was added`,
    })),
  ];
}
