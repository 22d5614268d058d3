import { canonicalJson } from "@contract-toolkit/contract/schema-algebra";
import type { Found } from "../../change.ts";
import { listValueChanges, makeChange, listReplacementChanges } from "../../kinds.ts";
import { lifecycleChanges, type LifecyclePolicy } from "../../lifecycle.ts";
import type { FlatSchema } from "../flat-schema.ts";
import { differing } from "./values.ts";

/** Changes of annotations, which validators ignore. */
export function noteChanges(
  { notes: old, content: before, unions: item }: FlatSchema,
  { notes, content: after, unions: otherUnions }: FlatSchema,
  policy: LifecyclePolicy,
): Found[] {
  const { gone, added } = differing(old.extensible ?? [], notes.extensible ?? []);
  return [
    ...lifecycleChanges("schema", old, notes, policy),
    ...(!before && after ? [makeChange("content-schema-added")] : []),
    ...(before && !after ? [makeChange("content-schema-removed")] : []),
    // If only one side is a union, its branches are reported, which have these themselves.
    ...(item.length === otherUnions.length
      ? [
          ...listValueChanges(
            "content-media-type-changed",
            old.contentMediaType,
            notes.contentMediaType,
          ),
          ...listValueChanges(
            "content-encoding-changed",
            old.contentEncoding,
            notes.contentEncoding,
          ),
          ...listValueChanges("discriminator-changed", old.discriminator, notes.discriminator),
        ]
      : []),
    ...gone.map((value) => makeChange("extensible-enum-value-removed", value)),
    ...added.map((value) => makeChange("extensible-enum-value-added", value)),
  ];
}

/** Changes of the default of an optional field or parameter. */
export function defaultChanges(old: FlatSchema, now: FlatSchema): Found[] {
  const [before, after] = [old, now].map(({ notes }) =>
    notes.default === undefined ? undefined : canonicalJson(notes.default),
  );
  return listReplacementChanges("default", before, after);
}
