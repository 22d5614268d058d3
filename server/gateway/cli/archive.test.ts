import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxBank } from "../domain/bank/bank-sandbox.ts";
import { removeEndedDeliveries } from "../domain/outbox/retention.ts";
import { createPartner } from "../domain/partners/partners.ts";
import { decideTransaction, listOwnTransactions } from "../domain/payments/payments.ts";
import { openGateway } from "../open.ts";
import { temporaryFolder, testSettings } from "../testing/open-gateway.ts";
import { placeHosted } from "../testing/orders.ts";
import { runCommand, sandboxOf } from "../testing/process.ts";
import { createDispatcher } from "../webhooks/dispatcher.ts";

test("orders are written to a file, and what is in a complete file is removed", async () => {
  const settings = await testSettings();
  const { gateway, close } = await openGateway(settings, sandboxBank);
  const caller = { partnerCode: "ACME" };
  const { partner } = await createPartner(gateway, "ACME", { ownerType: false });
  for (const orderId of ["1", "2"]) {
    const { id } = await placeHosted(gateway, partner, orderId);
    await decideTransaction(gateway, caller, id, "success");
  }
  const dispatcher = createDispatcher({
    gateway,
    post: () => Promise.resolve(204),
    rules: { loopback: false, resolve: () => Promise.resolve(["93.184.215.14"]) },
    faults: false,
    machineNow: () => Date.now(),
    random: () => 0,
    onError: () => undefined,
  });
  await dispatcher.dispatch();
  await dispatcher.idle();
  await removeEndedDeliveries(gateway, -1);
  const total = async () =>
    (await listOwnTransactions(gateway, { ...caller, limit: 1, page: 1 })).total;

  const file = join(temporaryFolder(), "orders.jsonl");
  const archive = (...args: readonly string[]) =>
    runCommand("cli/archive.ts", args, sandboxOf(settings));
  const write = () => archive("--before", "2999-01-01", "--to", file);
  expect(await write()).toMatchObject({ code: 0, stdout: `Wrote 2 orders to ${file}.\n` });
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await write()).toMatchObject({ code: 2 });
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { transaction: { orderId: "1", status: "success" }, history: [{ event: "make" }, {}, {}] },
    { transaction: { orderId: "2" } },
    { orders: 2 },
  ]);
  expect(await total()).toBe(2);

  const cut = join(temporaryFolder(), "cut.jsonl");
  for (const text of [lines[0]?.slice(0, 50), lines.slice(0, 2).join("\n"), ""]) {
    writeFileSync(cut, text ?? "");
    expect(await archive("--remove", cut)).toMatchObject({
      code: 2,
      stderr: `${cut} is not a complete archive. Remove it, and write it again.\n`,
    });
  }
  expect(await total()).toBe(2);
  for (const removed of [2, 0])
    expect(await archive("--remove", file)).toMatchObject({
      code: 0,
      stdout: `Removed ${removed} of the 2 orders in ${file}.\n`,
    });
  expect(await total()).toBe(0);
  await expect(placeHosted(gateway, partner, "1")).rejects.toThrow("has been used before");
  await close();
});

test.each([
  [[], "Give --before DATE and --to FILE, or --remove FILE."],
  [["--before", "2026-01-01"], "Give --before DATE and --to FILE, or --remove FILE."],
  [["--remove", "f", "--to", "f"], "Give --before DATE and --to FILE, or --remove FILE."],
  [["--before", "1.1.2026", "--to", "f"], "--before 1.1.2026 is not a date such as 2026-01-31."],
])("%j is refused", async (args, message) => {
  const run = runCommand(
    "cli/archive.ts",
    args,
    sandboxOf({ dataDirectory: temporaryFolder(), databaseUrl: undefined }),
  );
  expect(await run).toMatchObject({ code: 2, stderr: `${message}\n` });
});
