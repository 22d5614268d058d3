import { once } from "node:events";
import { expect, test } from "vitest";
import { decideTransaction } from "../domain/payments/payments.ts";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { startGateway } from "../start.ts";
import { testSettings } from "../testing/open-gateway.ts";
import { placeHosted } from "../testing/orders.ts";
import { runCommand, sandboxOf, startCommand } from "../testing/process.ts";

test("a callback of a running gateway is verified, acknowledged and printed; a forged one is refused", async () => {
  const settings = await testSettings();
  const { gateway, close } = await startGateway(settings);
  const env = sandboxOf(settings);
  const receiver = startCommand("cli/receive.ts", ["--port", "0"], env);
  const greeting = await receiver.printed(/http:\S+/);
  const url = /http:\S+/.exec(greeting)?.[0] ?? "";

  const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
  if (demo === undefined) throw new Error("There is no demo partner.");
  const placed = await placeHosted(gateway, demo.partner, "o-1", {
    paymentMethod: "VA",
    reference: { notifyUrl: `${url}callbacks/payment` },
  });
  const caller = { partnerCode: DEMO_PARTNER_CODE };
  await decideTransaction(gateway, caller, placed.id, "success");

  const printed = await receiver.printed(new RegExp(placed.id));
  expect(printed).toMatch(/order\.payment success .*genuine/);
  const { deliveries } = gateway.store;
  await expect.poll(() => deliveries.backlog()).toMatchObject({ pending: 0, dead: 0 });

  const forged = await fetch(url, { method: "POST", body: "{}" });
  expect(forged.status).toBe(400);
  await receiver.printed(/refused: the body is no callback/);
  expect((await fetch(url)).status).toBe(405);

  receiver.process.kill("SIGTERM");
  expect(await once(receiver.process, "exit")).toEqual([0, null]);
  await close();
});

test("a partner that is not there is told", async () => {
  const env = sandboxOf(await testSettings());
  const given = ["--partner", "nobody"];
  expect(await runCommand("cli/receive.ts", given, env)).toMatchObject({
    code: 2,
    stderr: "There is no partner nobody.\n",
  });
});
