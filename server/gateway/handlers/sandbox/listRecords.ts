import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { utcTime } from "../../domain/time.ts";
import type { SandboxContext } from "../../http/context.ts";
import type { ListedRecord, RecordKind } from "../../domain/store.ts";

export const listRecords: Handlers<SandboxContext>["listRecords"] = async (
  { query, context: { gateway, partner, links } },
  reply,
) => {
  const { kind, limit } = query;
  const { history } = gateway.store;
  const records = await history.newest(kind, partner.code, limit);
  const changes = await history.of(
    kind,
    records.map(({ id }) => id),
  );
  const changesOf = Map.groupBy(changes, ({ recordId }) => recordId);
  return reply(200, {
    records: records.map((record) => {
      const pageUrl = pageOf(kind, record);
      return {
        recordId: record.id,
        status: record.status,
        reference: record.reference,
        ...(record.amount !== undefined && { amount: record.amount }),
        ...(pageUrl !== undefined && { pageUrl }),
        changes: (changesOf.get(record.id) ?? []).map(({ at, event, from, to, who, why }) => ({
          at: utcTime(at),
          event,
          ...(from !== undefined && { from }),
          to,
          who,
          why,
        })),
      };
    }),
  });

  function pageOf(of: RecordKind, { id, isHosted }: ListedRecord): string | undefined {
    if (of === "authentication") return links.in("en").threeDs(id);
    return of === "transaction" && isHosted ? links.in("en").payment(id) : undefined;
  }
};
