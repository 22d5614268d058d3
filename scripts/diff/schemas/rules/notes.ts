import { textOf } from "@contract-toolkit/kernel/schema-algebra";
import type { Found } from "../../change.ts";
import { changed, found, replaced } from "../../kinds.ts";
import { lifecycleChanges, type LifecyclePolicy } from "../../lifecycle.ts";
import type { FlatSchema } from "../flat-schema.ts";
import { differing } from "./values.ts";

/** What no validator asks for, and what it means to either side when it changes. */
export function noteChanges(
  { notes: old, content: before, unions: one }: FlatSchema,
  { notes, content: after, unions: other }: FlatSchema,
  policy: LifecyclePolicy,
): Found[] {
  const { gone, added } = differing(old.extensible ?? [], notes.extensible ?? []);
  return [
    ...lifecycleChanges("schema", old, notes, policy),
    ...changed("content-media-type-changed", old.contentMediaType, notes.contentMediaType),
    ...changed("content-encoding-changed", old.contentEncoding, notes.contentEncoding),
    ...(!before && after ? [found("content-schema-added")] : []),
    ...(before && !after ? [found("content-schema-removed")] : []),
    // A schema that became a union, or was one, had or has nothing to choose by: its branches are told.
    ...(one.length === other.length
      ? changed("discriminator-changed", old.discriminator, notes.discriminator)
      : []),
    ...gone.map((value) => found("extensible-enum-value-removed", value)),
    ...added.map((value) => found("extensible-enum-value-added", value)),
  ];
}

/** What a field or parameter that may be left out means when it is. */
export function defaultChanges(old: FlatSchema, now: FlatSchema): Found[] {
  const [before, after] = [old, now].map(({ notes }) =>
    notes.default === undefined ? undefined : textOf(notes.default),
  );
  return replaced("default", before, after);
}
