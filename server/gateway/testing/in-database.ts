import type { Kysely } from "kysely";
import { openDatabase } from "../storage/dialect.ts";
import type { Tables } from "../storage/tables.ts";

/** Works with the tables of a database that no gateway has opened. */
export async function inDatabase<Result>(
  location: string,
  work: (database: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const { database } = openDatabase(location);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}
