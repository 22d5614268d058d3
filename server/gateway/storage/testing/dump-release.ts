/**
 * Prints the database of a sandbox with records of every kind as SQL that SQLite and PostgreSQL run. Keep one dump of each
 * release in `releases`, because every later build must open its databases:
 *
 *     node server/gateway/storage/testing/dump-release.ts > server/gateway/storage/testing/releases/NAME.sql
 */
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { startAuthentication } from "../../domain/authentications/authentications.ts";
import {
  captureAuthorization,
  createAuthorization,
} from "../../domain/authorizations/authorizations.ts";
import { sandboxBank } from "../../domain/bank/bank-sandbox.ts";
import { deleteSavedCard, saveCard } from "../../domain/cards/saved-cards.ts";
import type { Gateway } from "../../domain/dependencies.ts";
import { createPartner, rotateSecret } from "../../domain/partners/partners.ts";
import { decideTransaction } from "../../domain/payments/payments.ts";
import { requestReversal } from "../../domain/reversals/reversals.ts";
import { doDueWork } from "../../domain/scheduled/due.ts";
import { openGateway } from "../../open.ts";
import { databaseFile, readSettings } from "../../settings.ts";
import { placeDirect, placeHosted } from "../../testing/orders.ts";
import { createDispatcher } from "../../webhooks/dispatcher.ts";

/** The key of the dumps. */
const MASTER_KEY = Buffer.alloc(32).toString("base64");

const partnerCode = "RELEASE";
const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };

const folder = mkdtempDisposableSync(join(tmpdir(), "release-"));
try {
  const settings = readSettings({ MODE: "sandbox", DATA_DIR: folder.path, MASTER_KEY });
  const { gateway, sandboxClock, close } = await openGateway(settings, sandboxBank);
  await addRecords(gateway, async (bySeconds) => {
    await sandboxClock?.advance(bySeconds);
  });
  await close();
  process.stdout.write(dump(databaseFile(folder.path)));
} finally {
  folder.remove();
}

/** Adds partners, and records in every state that they can stay in. */
async function addRecords(
  gateway: Gateway,
  advance: (bySeconds: number) => Promise<void>,
): Promise<void> {
  const { partner } = await createPartner(gateway, partnerCode, {
    ownerType: false,
    subAccounts: ["S1"],
    customerFees: { CC: 1100 },
  });
  const caller = { partnerCode };
  await rotateSecret(gateway, partnerCode, { until: 4_000_000_000_000, now: gateway.clock.now() });

  for (const result of ["success", "error"] as const) {
    const { id } = await placeHosted(gateway, partner, `hosted-${result}`, { subAccount: "S1" });
    await decideTransaction(gateway, { partnerCode, subAccount: "S1" }, id, result);
  }
  await placeHosted(gateway, partner, "hosted-expired");
  await placeDirect(gateway, partner, "direct-expired");
  await advance(1000);
  await doDueWork(gateway);

  const { token } = await saveCard(gateway, caller, card);
  const { token: deleted } = await saveCard(gateway, caller, { ...card, expirationYear: "31" });
  await deleteSavedCard(gateway, caller, deleted);
  await startAuthentication(gateway, caller, {
    merchantRefId: "authentication",
    amount: 150_000,
    card: { ...card, number: card.cardNumber },
  });
  for (const merchantRefId of ["held", "captured", "reversed"]) {
    const { id } = await createAuthorization(gateway, caller, { merchantRefId, amount: 150_000 });
    if (merchantRefId === "captured") await captureAuthorization(gateway, caller, id);
    if (merchantRefId === "reversed")
      await requestReversal(gateway, caller, { authorizationId: id, merchantRefId });
  }
  // The first callback is acknowledged, the second is refused, and the others stay pending.
  let posts = 0;
  const dispatcher = createDispatcher({
    gateway,
    post: () => Promise.resolve((posts += 1) === 1 ? 204 : 410),
    rules: { loopback: false, resolve: () => Promise.resolve(["93.184.215.14"]) },
    faults: true,
    machineNow: () => Date.now(),
    random: () => 0,
    onError: (error) => {
      throw error;
    },
  });
  await dispatcher.dispatch();
  await dispatcher.idle();

  await placeHosted(gateway, partner, "hosted-pending", { token });
  await placeDirect(gateway, partner, "direct-pending");
  const { id } = await placeHosted(gateway, partner, "hosted-late", { paymentMethod: "VA" });
  await decideTransaction(gateway, caller, id, "success");
}

/** The statements that make a database anew: tables, rows and indexes. */
function dump(path: string): string {
  const file = new Sqlite(path, { readonly: true });
  const schema = file
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all();
  const tables = schema.filter(({ type }) => type === "table");
  const others = schema.filter(({ type }) => type !== "table");
  const rows = tables.flatMap(({ name }) =>
    file
      .prepare<[], object>(`SELECT * FROM "${name}" ORDER BY rowid`)
      .all()
      .map((row) => `INSERT INTO "${name}" (${columnsIn(row)}) VALUES (${valuesIn(row)})`),
  );
  file.close();
  return [...tables.map(({ sql }) => sql), ...rows, ...others.map(({ sql }) => sql)]
    .map((statement) => `${statement.replaceAll(/\s+/g, " ")};\n`)
    .join("");
}

function columnsIn(row: object): string {
  return Object.keys(row)
    .map((name) => `"${name}"`)
    .join();
}

function valuesIn(row: object): string {
  return Object.values(row)
    .map((value: unknown) => {
      if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
      return value === null ? "NULL" : JSON.stringify(value);
    })
    .join();
}
