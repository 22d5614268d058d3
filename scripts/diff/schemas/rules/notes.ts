import { canonicalJson } from "@contract-toolkit/contract/schema-algebra";
import type { Found } from "../../change.ts";
import { listValueChanges, makeChange, listReplacementChanges } from "../../kinds.ts";
import { lifecycleChanges, type LifecyclePolicy } from "../../lifecycle.ts";
import type { FlatSchema } from "../flat-schema.ts";
import { differing } from "./values.ts";

/** Changes of annotations, which validators ignore. */
export function noteChanges(
  { notes: old, content: before, unions: oldUnions }: FlatSchema,
  { notes: now, content: after, unions: newUnions }: FlatSchema,
  policy: LifecyclePolicy,
): Found[] {
  const { gone, added } = differing(old.extensible ?? [], now.extensible ?? []);
  return [
    ...lifecycleChanges("schema", old, now, policy),
    ...(!before && after ? [makeChange("content-schema-added")] : []),
    ...(before && !after ? [makeChange("content-schema-removed")] : []),
    // If only one side is a union, its branches are reported, which have these themselves.
    ...(oldUnions.length === newUnions.length
      ? [
          ...listValueChanges(
            "content-media-type-changed",
            old.contentMediaType,
            now.contentMediaType,
          ),
          ...listValueChanges("content-encoding-changed", old.contentEncoding, now.contentEncoding),
          ...listValueChanges("discriminator-changed", old.discriminator, now.discriminator),
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
