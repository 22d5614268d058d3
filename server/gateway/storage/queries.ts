import type { UpdateResult } from "kysely";
import { belongsTo, type Caller } from "../domain/partners/partner.ts";

/** Runs an update of one row; false when no row was as its conditions say. */
export async function updatesOne(update: {
  executeTakeFirst(): Promise<UpdateResult | undefined>;
}): Promise<boolean> {
  return (await update.executeTakeFirst())?.numUpdatedRows === 1n;
}

/** What was found, where the caller may see it. */
export async function ownedBy<Owned extends Caller>(
  caller: Caller,
  finding: Promise<Owned | undefined>,
): Promise<Owned | undefined> {
  const found = await finding;
  return found && belongsTo(caller, found) ? found : undefined;
}
