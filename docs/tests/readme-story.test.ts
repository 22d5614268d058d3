import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { payByCard, run } from "./user.ts";

test(
  "the first steps of the README: start, paste the command, pay with a test card, see the callback",
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "readme-"));
    const gateway = run("npm", ["start"], { DATA_DIR: folder, PORT: "0" });
    const line = await gateway.printed(/^curl .*$/m);
    const receiver = run("npm", ["run", "receive"], { DATA_DIR: folder, PORT_RECEIVE: "0" });
    const receiverUrl = await receiver.printed(/http:\/\/127\.0\.0\.1:\d+/);

    // The printed command has the default port of the receiver, which may be in use here.
    expect(line).toContain("http://127.0.0.1:4000/");
    const pasted = run("sh", ["-c", line.replaceAll("http://127.0.0.1:4000", receiverUrl)]);
    const response = await pasted.printed(/^\{.*\}$/m);
    const { transaction, payment } = JSON.parse(response) as {
      transaction: { transactionId: string; status: string };
      payment: { url: string };
    };
    expect(transaction.status).toBe("pending");

    const page = await payByCard(payment.url);
    expect(page).toContain(`class="success"`);
    const [, onward = ""] = /http-equiv="refresh" content="5;url=([^"]*)"/.exec(page) ?? [];
    expect((await fetch(onward)).status).toBe(200);

    const callback = await receiver.printed(/order\.payment .*genuine\)[^]*"transactionId.*$/m);
    expect(callback).toContain("order.payment success");
    expect(callback).toContain(transaction.transactionId);

    await Promise.all([gateway.end(), receiver.end()]);
    await rm(folder, { recursive: true });
  },
);
