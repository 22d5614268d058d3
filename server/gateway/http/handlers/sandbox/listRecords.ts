import type { Handlers } from "../../../../../generated/sandbox/handlers.ts";
import { listPartnerRecords } from "../../../domain/history/records.ts";
import { utcTime } from "../../../domain/time.ts";
import type { SandboxContext } from "../../context.ts";
import type { ListedRecord, RecordKind } from "../../../domain/store.ts";

export const listRecords: Handlers<SandboxContext>["listRecords"] = async (
  { query, context: { gateway, partner, links } },
  reply,
) => {
  const { kind } = query;
  const records = await listPartnerRecords(gateway, { ...query, partnerCode: partner.code });
  return reply(200, {
    records: records.map((record) => {
      const pageUrl = recordPage(kind, record);
      return {
        recordId: record.id,
        status: record.status,
        reference: record.reference,
        ...(record.amount !== undefined && { amount: record.amount }),
        ...(pageUrl !== undefined && { pageUrl }),
        changes: record.changes.map(({ at, event, from, to, who, why }) => ({
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

  function recordPage(of: RecordKind, { id, isHosted }: ListedRecord): string | undefined {
    if (of === "authentication") return links.in("en").threeDs(id);
    return of === "transaction" && isHosted ? links.in("en").payment(id) : undefined;
  }
};
