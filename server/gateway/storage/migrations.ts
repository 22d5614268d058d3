import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { OperatorError } from "../operator-error.ts";
import { type Column, type Tables, tables } from "./tables.ts";

/** Primary keys other than `id`. */
const primaryKeys: Readonly<Record<string, readonly string[]>> = {
  partners: ["code"],
  subAccounts: ["partnerCode", "refId"],
  settings: ["name"],
  attempts: ["deliveryId", "number"],
  closedReceivers: ["partnerCode", "url"],
} satisfies { readonly [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

/** The indexes of the first migration. */
const indexes = [
  // Refuses duplicate order codes, also of concurrent requests.
  "UNIQUE INDEX transactions_order ON transactions (partner_code, order_id)",
  // One index for each filter of the list, newest first, so that a page costs the same for any number of transactions.
  "INDEX transactions_newest ON transactions (partner_code, created_at, id)",
  "INDEX transactions_newest_by_status ON transactions (partner_code, status, created_at, id)",
  "INDEX transactions_newest_by_method ON transactions (partner_code, payment_method, created_at, id)",
  "INDEX transactions_newest_by_status_and_method ON transactions (partner_code, status, payment_method, created_at, id)",
  "INDEX transactions_due ON transactions (status, updated_at)",
  "UNIQUE INDEX verifications_transaction ON verifications (transaction_id)",
  "INDEX verifications_due ON verifications (status, expires_at)",
  "INDEX authorizations_due ON authorizations (status, authorized_at)",
  // One reversal for each reference of the merchant.
  "UNIQUE INDEX reversals_request ON reversals (authorization_id, merchant_ref_id)",
  "INDEX reversals_due ON reversals (status, asked_at)",
  "UNIQUE INDEX saved_cards_digest ON saved_cards (digest)",
  "INDEX history_of_record ON history (entity, record_id)",
  "INDEX deliveries_newest ON deliveries (partner_code, created_at, id)",
  "INDEX deliveries_subject ON deliveries (subject_id)",
  // By partner, kind of attempt and receiver, so that finding one queue does not read another's backlog.
  `INDEX deliveries_due ON deliveries (
    partner_code, (CASE WHEN tries = 0 THEN 0 ELSE 1 END), receiver, due_at, id, leased_until
  ) WHERE status = 'pending'`,
  // Finds deliveries that have just become due without reading the backlog.
  "INDEX deliveries_due_lately ON deliveries (due_at) WHERE status = 'pending'",
  "INDEX deliveries_held_back ON deliveries (partner_code) WHERE held_back = 1 AND status = 'pending'",
  "INDEX deliveries_ended ON deliveries (due_at) WHERE status <> 'pending'",
  "INDEX deliveries_dead ON deliveries (id) WHERE status = 'dead'",
];

/**
 * All migrations by name, in order. Databases of earlier builds have run them, so a change of the tables is a further
 * migration, and never a change of one.
 */
const migrations: Readonly<Record<string, Migration>> = {
  "0001-initial-16a9b157": {
    async up(database: Kysely<unknown>) {
      for (const [name, columns] of Object.entries(tables))
        await createTable(database, name, columns, primaryKeys[name] ?? ["id"]);
      for (const index of indexes) await sql.raw(`CREATE ${index}`).execute(database);
    },
  },
  // Orders by their deadline and by partner, and orders at a bank. Final orders are in neither index.
  "0002-deadlines": {
    async up(database: Kysely<unknown>) {
      for (const change of [
        `CREATE INDEX transactions_expiring ON transactions (
          partner_code, (created_at + CASE WHEN source_of_funds IS NULL THEN 900000 ELSE 300000 END)
        ) WHERE status = 'pending'`,
        "CREATE INDEX transactions_undecided ON transactions (bank_code, asked_at) WHERE status = 'processing'",
        "DROP INDEX transactions_due",
      ])
        await sql.raw(change).execute(database);
    },
  },
};

async function createTable(
  { schema }: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, Column>>,
  key: readonly string[],
): Promise<void> {
  let table: CreateTableBuilder<string, string> = schema.createTable(name);
  for (const [column, { type, isOptional, refersTo }] of Object.entries(columns))
    table = table.addColumn(column, type, (made) => {
      const needed = isOptional === true ? made : made.notNull();
      return refersTo === undefined ? needed : needed.references(refersTo);
    });
  await table.addPrimaryKeyConstraint(`${name}_key`, [...key]).execute();
}

/** Another build has made or changed the tables. */
export class OtherBuild extends OperatorError {
  constructor(place: string) {
    super(
      "other-build",
      `${place} was made by another build of the gateway, which this one cannot open. It was left as it is. ` +
        "Name another database in DATA_DIR or DATABASE_URL, or start the build that has made it.",
    );
  }
}

/**
 * Checks that this build knows all migrations of an existing database. It changes nothing.
 *
 * @param place what to call the database in a message
 * @throws OtherBuild
 */
export async function requireKnownTables(database: Kysely<Tables>, place: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database);
  if (!rows.every(({ name }) => Object.hasOwn(migrations, name))) throw new OtherBuild(place);
}

/**
 * Runs the missing migrations under a lock. If several processes start at once, one migrates and the others wait.
 *
 * @throws Error naming the migration that failed
 */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof OperatorError) throw error;
  const failed = results?.find(({ status }) => status === "Error");
  throw new Error(
    `The database could not be migrated (${failed?.migrationName ?? "before the first step"}).`,
    { cause: error },
  );
}
