import { type Kysely, sql } from "kysely";
import type { Seal } from "../security/seal.ts";
import type { Tables } from "./tables.ts";

/** The purpose that a sealed text is bound to. It names the row, so a text cannot be moved to another row. */
export const purposes = {
  partnerSecret: (code: string) => `partner-secret:${code}`,
  delivery: (id: string) => `delivery:${id}`,
  authenticationToken: (id: string) => `authentication-token:${id}`,
};

/** A column that holds sealed texts. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The column that names the row. */
  readonly key: string;
  readonly purposeOf: (key: string) => string;
}

/** Every column with sealed texts. `settings` has one more sealed value, which `master-key.ts` maintains. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "partners", column: "secret_sealed", key: "code", purposeOf: purposes.partnerSecret },
  {
    table: "partners",
    column: "previous_secret_sealed",
    key: "code",
    purposeOf: purposes.partnerSecret,
  },
  { table: "deliveries", column: "content_sealed", key: "id", purposeOf: purposes.delivery },
  {
    table: "authentications",
    column: "token_id_sealed",
    key: "id",
    purposeOf: purposes.authenticationToken,
  },
];

/** Few enough that the rows, or on SQLite the database, are not locked for long. */
const BATCH_ROWS = 200;

/** A sealed text and the key of its row. */
interface SealedText {
  readonly key: string;
  readonly sealed: string;
}

/**
 * Seals texts again that are sealed with a previous key. It can run while others read and write, and can be repeated:
 * each text is replaced only if nobody has changed it meanwhile.
 *
 * @param atomically runs the changes of a batch in one transaction
 * @returns the number of texts that it sealed again
 */
export async function resealColumns(
  database: Kysely<Tables>,
  seal: Seal,
  atomically: (work: (database: Kysely<Tables>) => Promise<number>) => Promise<number>,
): Promise<number> {
  let count = 0;
  for (const sealedColumn of sealedColumns)
    for (let rows = await batchAfter(database, sealedColumn, ""); rows.length > 0;) {
      const batch = rows;
      count += await atomically((inside) => resealBatch(inside, sealedColumn, seal, batch));
      rows = await batchAfter(database, sealedColumn, rows.at(-1)?.key ?? "");
    }
  return count;
}

async function batchAfter(
  database: Kysely<Tables>,
  { table, column, key }: SealedColumn,
  after: string,
): Promise<readonly SealedText[]> {
  const { rows } = await sql<SealedText>`
    SELECT ${sql.ref(key)} AS key, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
    WHERE ${sql.ref(key)} > ${after} AND ${sql.ref(column)} IS NOT NULL
    ORDER BY ${sql.ref(key)} LIMIT ${BATCH_ROWS}
  `.execute(database);
  return rows;
}

async function resealBatch(
  database: Kysely<Tables>,
  { table, column, key: keyColumn, purposeOf }: SealedColumn,
  seal: Seal,
  batch: readonly SealedText[],
): Promise<number> {
  let count = 0;
  for (const { key, sealed } of batch) {
    const renewed = seal.renew(sealed, purposeOf(key));
    if (renewed === undefined) continue;
    const { numAffectedRows } = await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${renewed}
      WHERE ${sql.ref(keyColumn)} = ${key} AND ${sql.ref(column)} = ${sealed}
    `.execute(database);
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}
