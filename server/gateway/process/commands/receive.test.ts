import { expect, test } from "vitest";
import { rotateSecret } from "../../domain/partners/partners.ts";
import { decideTransaction } from "../../domain/payments/payments.ts";
import { openGateway } from "../open.ts";
import { testSettings } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { runCommand, sandboxOf, startCommand } from "../../testing/process.ts";
import { serve } from "../../testing/serve.ts";

test("verifies, acknowledges and prints a genuine callback, and refuses a forged one", async () => {
  const { gateway, partner, settings } = await serve();
  const given = ["--port", "0", "--partner", partner.code];
  const receiver = startCommand("process/commands/receive.ts", given, sandboxOf(settings));
  const [url] = await receiver.printed(/http:\S+/);
  const placed = await placeHosted(gateway, partner, "o-1", {
    paymentMethod: "VA",
    reference: { notifyUrl: `${url}callbacks/payment` },
  });
  await decideTransaction(gateway, { partnerCode: partner.code }, placed.id, "success");

  await receiver.printed(/order\.payment success .*genuine/);
  await receiver.printed(new RegExp(placed.id));

  await rotateSecret(gateway, partner.code, { now: Date.now() });
  const later = await placeHosted(gateway, partner, "o-2", {
    paymentMethod: "VA",
    reference: { notifyUrl: `${url}callbacks/payment` },
  });
  await decideTransaction(gateway, { partnerCode: partner.code }, later.id, "success");
  await receiver.printed(new RegExp(later.id));
  const { deliveries } = gateway.store;
  await expect.poll(() => deliveries.backlog()).toMatchObject({ pending: 0, dead: 0 });

  const forged = await fetch(url, { method: "POST", body: "{}" });
  expect(forged.status).toBe(400);
  await receiver.printed(/refused: the body is not a callback/);
  expect((await fetch(url)).status).toBe(405);

  expect(await receiver.end("SIGTERM")).toBe(0);
});

test("an unknown partner is reported, and an empty secret is none", async () => {
  const settings = await testSettings();
  await (await openGateway(settings)).close();
  const env = { ...sandboxOf(settings), RECEIVER_SECRET: "" };
  const given = ["--port", "0", "--partner", "nobody"];
  expect(await runCommand("process/commands/receive.ts", given, env)).toMatchObject({
    code: 2,
    stderr: "There is no partner nobody.\n",
  });
});
