import { type Kysely, sql } from "kysely";
import { paced } from "./paced.ts";
import type { Cipher } from "../platform/security/cipher.ts";
import type { Tables } from "./tables.ts";

/** The purpose that an encrypted text is bound to. It names the row, so a text cannot be moved to another row. */
export const purposes = {
  partnerSecret: (code: string) => `partner-secret:${code}`,
  delivery: (id: string) => `delivery:${id}`,
  authenticationToken: (id: string) => `authentication-token:${id}`,
};

/** A column that holds encrypted texts. */
interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** The column that names the row. */
  readonly key: string;
  readonly purposeOf: (key: string) => string;
}

/** Every column with encrypted texts. `settings` has one more encrypted value, which `master-key.ts` maintains. */
export const encryptedColumns: readonly EncryptedColumn[] = [
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

/** An encrypted text and the key of its row. */
interface EncryptedText {
  readonly key: string;
  readonly encrypted: string;
}

/**
 * Encrypts texts again that are encrypted with a previous key. It can run while others read and write, with a pause after each
 * batch, and can be repeated: each text is replaced only if nobody has changed it meanwhile.
 *
 * @param atomically runs the changes of a batch in one transaction
 * @returns the number of texts that it encrypted again
 */
export async function reencryptColumns(
  database: Kysely<Tables>,
  cipher: Cipher,
  atomically: (work: (database: Kysely<Tables>) => Promise<number>) => Promise<number>,
): Promise<number> {
  let count = 0;
  for (const encryptedColumn of encryptedColumns)
    for (let rows = await batchAfter(database, encryptedColumn, ""); rows.length > 0;) {
      const batch = rows;
      count += await paced(() =>
        atomically((inside) => reencryptBatch(inside, encryptedColumn, cipher, batch)),
      );
      rows = await batchAfter(database, encryptedColumn, rows.at(-1)?.key ?? "");
    }
  return count;
}

async function batchAfter(
  database: Kysely<Tables>,
  { table, column, key }: EncryptedColumn,
  after: string,
): Promise<readonly EncryptedText[]> {
  const { rows } = await sql<EncryptedText>`
    SELECT ${sql.ref(key)} AS key, ${sql.ref(column)} AS encrypted FROM ${sql.table(table)}
    WHERE ${sql.ref(key)} > ${after} AND ${sql.ref(column)} IS NOT NULL
    ORDER BY ${sql.ref(key)} LIMIT ${BATCH_ROWS}
  `.execute(database);
  return rows;
}

async function reencryptBatch(
  database: Kysely<Tables>,
  { table, column, key: keyColumn, purposeOf }: EncryptedColumn,
  cipher: Cipher,
  batch: readonly EncryptedText[],
): Promise<number> {
  let count = 0;
  for (const { key, encrypted } of batch) {
    const renewed = cipher.renew(encrypted, purposeOf(key));
    if (renewed === undefined) continue;
    const { numAffectedRows } = await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${renewed}
      WHERE ${sql.ref(keyColumn)} = ${key} AND ${sql.ref(column)} = ${encrypted}
    `.execute(database);
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}
