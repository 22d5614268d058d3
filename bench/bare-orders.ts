import { deepStrictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import pg from "pg";

/** Stores the rows of an order with the database driver alone. Statements are prepared once. */
export interface BareOrders extends AsyncDisposable {
  /** Stores this number of orders. Each is in its own transaction, which is on disk before its lane starts the next. */
  store(orders: number): Promise<void>;
  /**
   * Number of orders in the database.
   *
   * @throws {AssertionError} when an order has no history
   */
  count(): Promise<number>;
}

type Row = Readonly<Record<string, SQLInputValue>>;

const TERMS = "SELECT * FROM partners WHERE code = ?";
const COUNTS =
  "SELECT (SELECT count(*) FROM transactions) AS orders, (SELECT count(*) FROM history) AS changes";

/** The gateway's pool has as many connections, and the benchmark sends it as many orders at once. */
const CONNECTIONS = 10;
const LANES = 32;

/** Stores copies of the order that a gateway has stored, in the same tables, columns and indexes. */
export async function bareOrders(location: string): Promise<BareOrders> {
  return location.startsWith("postgres") ? onPostgres(location) : onSqlite(location);
}

function onSqlite(file: string): BareOrders {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec("PRAGMA synchronous = FULL");
  const read = (text: string) => database.prepare(text).get() as Row;
  const copies = copiesOf(read("SELECT * FROM transactions"), read("SELECT * FROM history"));
  const terms = database.prepare(TERMS);
  const [order, change] = [database.prepare(copies.order), database.prepare(copies.change)];
  const place = ({ partner, orderRow, changeRow }: Copy) => {
    database.exec("BEGIN IMMEDIATE");
    terms.get(partner);
    order.run(...orderRow);
    change.run(...changeRow);
    database.exec("COMMIT");
  };
  return {
    store(orders) {
      for (let at = 0; at < orders; at += 1) place(copies.next());
      return Promise.resolve();
    },
    count: () => Promise.resolve(requireHistory(read(COUNTS))),
    [Symbol.asyncDispose]() {
      database.close();
      return Promise.resolve();
    },
  };
}

async function onPostgres(connectionString: string): Promise<BareOrders> {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS });
  const read = async (text: string) => (await pool.query<Row>(text)).rows[0] ?? {};
  const copies = copiesOf(
    await read("SELECT * FROM transactions LIMIT 1"),
    await read("SELECT * FROM history LIMIT 1"),
  );
  const place = async ({ partner, orderRow, changeRow }: Copy) => {
    const client = await pool.connect();
    const prepared = (name: string, text: string, values: readonly unknown[]) =>
      client.query({ name, text: numbered(text), values: [...values] });
    await client.query("BEGIN");
    await prepared("terms", TERMS, [partner]);
    await prepared("order", copies.order, orderRow);
    await prepared("change", copies.change, changeRow);
    await client.query("COMMIT");
    client.release();
  };
  return {
    async store(orders) {
      let left = orders;
      const lane = async () => {
        while (left-- > 0) await place(copies.next());
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    },
    count: async () => requireHistory(await read(COUNTS)),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

interface Copy {
  readonly partner: SQLInputValue;
  readonly orderRow: readonly SQLInputValue[];
  readonly changeRow: readonly SQLInputValue[];
}

function copiesOf(order: Row, change: Row) {
  return {
    order: `${insertOf("transactions", order)} ON CONFLICT (partner_code, order_id) DO NOTHING`,
    change: insertOf("history", change),
    next(): Copy {
      const id = randomUUID();
      return {
        partner: order["partner_code"] ?? null,
        orderRow: Object.values({ ...order, id, order_id: id }),
        changeRow: Object.values({ ...change, id: randomUUID(), record_id: id }),
      };
    },
  };
}

function insertOf(table: string, row: Row): string {
  const columns = Object.keys(row);
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}

function numbered(text: string): string {
  let at = 0;
  return text.replaceAll("?", () => `$${(at += 1)}`);
}

function requireHistory({ orders, changes }: Row): number {
  deepStrictEqual(changes, orders);
  return Number(orders);
}
