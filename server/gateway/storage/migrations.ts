import { createHash } from "node:crypto";
import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { type Column, type Tables, tables } from "./tables.ts";

/** Where it is not the id. */
const primaryKeys: Readonly<Record<string, readonly string[]>> = {
  partners: ["code"],
  subAccounts: ["partnerCode", "refId"],
  settings: ["name"],
  attempts: ["deliveryId", "number"],
  closedReceivers: ["partnerCode", "url"],
} satisfies { readonly [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

const indexes = [
  // Whoever comes second with an order code is refused by this, however many come at once.
  "UNIQUE INDEX transactions_order ON transactions (partner_code, order_id)",
  // Each filter of the list has the newest first, so that a page costs the same however many there are.
  "INDEX transactions_newest ON transactions (partner_code, created_at, id)",
  "INDEX transactions_newest_by_status ON transactions (partner_code, status, created_at, id)",
  "INDEX transactions_newest_by_method ON transactions (partner_code, payment_method, created_at, id)",
  "INDEX transactions_newest_by_status_and_method ON transactions (partner_code, status, payment_method, created_at, id)",
  "INDEX transactions_due ON transactions (status, updated_at)",
  "UNIQUE INDEX verifications_transaction ON verifications (transaction_id)",
  "INDEX verifications_due ON verifications (status, expires_at)",
  "INDEX authorizations_due ON authorizations (status, authorized_at)",
  // One record for each time a merchant asks under a reference of its own.
  "UNIQUE INDEX reversals_request ON reversals (authorization_id, merchant_ref_id)",
  "INDEX reversals_due ON reversals (status, asked_at)",
  "UNIQUE INDEX saved_cards_digest ON saved_cards (digest)",
  "INDEX history_of_record ON history (entity, record_id)",
  "INDEX deliveries_newest ON deliveries (partner_code, created_at, id)",
  "INDEX deliveries_subject ON deliveries (subject_id)",
  // By partner and receiver, first attempts apart from retries, so that nobody's backlog is read to find somebody else's.
  `INDEX deliveries_due ON deliveries (
    partner_code, (CASE WHEN tries = 0 THEN 0 ELSE 1 END), receiver, due_at, id, leased_until
  ) WHERE status = 'pending'`,
  // What became due a moment ago, however much waits besides.
  "INDEX deliveries_due_lately ON deliveries (due_at) WHERE status = 'pending'",
  "INDEX deliveries_held_back ON deliveries (partner_code) WHERE held_back = 1 AND status = 'pending'",
  "INDEX deliveries_ended ON deliveries (due_at) WHERE status <> 'pending'",
  "INDEX deliveries_dead ON deliveries (id) WHERE status = 'dead'",
];

/** Until a first release its name is another one for other tables, so that a database of another build is known as such. */
const initial = `0001-initial-${createHash("sha256")
  .update(JSON.stringify([tables, primaryKeys, indexes]))
  .digest("hex")
  .slice(0, 8)}`;

/** Every migration by name, in their order. A released one never changes. */
const migrations: Readonly<Record<string, Migration>> = {
  [initial]: {
    async up(database: Kysely<unknown>) {
      for (const [name, columns] of Object.entries(tables))
        await createTable(database, name, columns, primaryKeys[name] ?? ["id"]);
      for (const each of indexes) await sql.raw(`CREATE ${each}`).execute(database);
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

/** Another build has made or changed the tables in a way that this one does not know. */
export class OtherBuild extends Error {
  readonly code = "other-build";

  constructor(place: string) {
    super(
      `${place} was made by another build of the gateway, which this one cannot open. It was left as it is. ` +
        "Name another database in DATA_DIR or DATABASE_URL, or start the build that has made it.",
    );
  }
}

/**
 * Demands that this build knows the tables of a database that is there already; it changes nothing.
 *
 * @param place what to call the database in a message
 * @throws OtherBuild
 */
export async function requireKnownTables(database: Kysely<Tables>, place: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database);
  if (!rows.every(({ name }) => Object.hasOwn(migrations, name))) throw new OtherBuild(place);
}

/**
 * Brings the tables up to date, under a lock: of several processes that start at once, one does it and the others wait.
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
  const failed = results?.find(({ status }) => status === "Error");
  throw new Error(
    `The database could not be migrated (${failed?.migrationName ?? "before the first step"}).`,
    { cause: error },
  );
}
