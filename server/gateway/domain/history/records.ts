import { LAPSE_CAUSE } from "../authorizations/authorization-moves.ts";
import type { Gateway } from "../dependencies.ts";
import { EXPIRY_CAUSE } from "../payments/transactions.ts";
import type { Cause } from "../states/changes.ts";
import type { Change } from "../states/lifecycles.ts";
import type { ListedRecord, RecordFilter, RecordKind } from "../store.ts";

/** A record and its changes, oldest first. */
export interface RecordWithChanges extends ListedRecord {
  readonly changes: readonly Omit<Change, "id">[];
}

/**
 * A partner's newest records of a kind, in their states of now. A record whose deadline has passed is listed with the
 * change that ends it, also if that is not stored yet.
 */
export async function listPartnerRecords(
  { store, clock }: Pick<Gateway, "store" | "clock">,
  filter: RecordFilter,
): Promise<readonly RecordWithChanges[]> {
  const { kind } = filter;
  const records = await store.history.newest(filter);
  const changes = await store.history.of(
    kind,
    records.map(({ id }) => id),
  );
  const changesOf = Map.groupBy(changes, ({ recordId }) => recordId);
  const now = clock.now();
  return records.map((record) => {
    const known = changesOf.get(record.id) ?? [];
    const end = endings[kind];
    if (end === undefined || record.endsAt === undefined || record.endsAt > now)
      return { ...record, changes: known };
    const { status: from, id: recordId, endsAt: at } = record;
    const { event, to, cause } = end;
    const last = { ...cause, entity: kind, recordId, from, event, to, at };
    // It may have been stored between the two reads.
    const isStored = known.some((change) => change.event === event);
    return { ...record, status: to, changes: isStored ? known : [...known, last] };
  });
}

/** How open records end at their deadline. */
const endings: {
  readonly [Kind in RecordKind]?: {
    readonly event: string;
    readonly to: string;
    readonly cause: Cause;
  };
} = {
  transaction: { event: "expire", to: "error", cause: EXPIRY_CAUSE },
  authorization: { event: "lapse", to: "REVERSED", cause: LAPSE_CAUSE },
};
