import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { guardBank } from "../../server/gateway/bank/guard.ts";
import { audit } from "../../server/gateway/domain/history/audit.ts";
import { openGateway } from "../../server/gateway/process/open.ts";
import { readSettings } from "../../server/gateway/process/settings.ts";
import { temporaryFolder } from "../../server/gateway/testing/open-gateway.ts";
import { hostedBody } from "../../server/gateway/testing/order-bodies.ts";
import { listen } from "../../server/skeleton/testing/listen.ts";
import { runCommand, startCommand } from "../../server/gateway/testing/process.ts";
import { createBank } from "./bank.ts";

// A valid number that is not a test card of the sandbox.
const cardNumber = "4539148803436467";
const key = "key-of-the-gateway";

/** A request to the bank. */
interface Question {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** The bank's responses by path: a status and a body. */
type Responses = Record<string, readonly [number, object]>;

/** A bank whose responses the test can change at any time. */
async function startBank(responses: Responses) {
  const questions: Question[] = [];
  const { url, [Symbol.asyncDispose]: close } = await listen((request, response) => {
    void json(request).then((body) => {
      const path = request.url ?? "";
      questions.push({ path, headers: request.headers, body });
      const [status, result] = responses[path] ?? [404, {}];
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(result));
    });
  });
  onTestFinished(close);
  const asked = (path: string) => questions.filter((question) => question.path === path);
  return { url: url.href, asked };
}

function production(bankUrl: string) {
  return {
    ...process.env,
    MODE: "production",
    PORT: "0",
    DATA_DIR: temporaryFolder(),
    PUBLIC_URL: "https://pay.example",
    MASTER_KEY: Buffer.alloc(32, "key 7").toString("base64"),
    BANK_MODULE: "./docs/examples/bank.ts",
    EXAMPLE_BANK_URL: bankUrl,
    EXAMPLE_BANK_KEY: key,
  };
}

const order = hostedBody("order-1", { transaction: { paymentMethod: "CC", bankCode: "BANK01" } });

test("the example processes a payment in production, and a failure of the bank is no decision", async () => {
  const responses: Responses = {
    "/sources": [200, { code: "taken", reference: "kept-by-the-bank" }],
    "/payments": [500, { code: "paid" }],
  };
  const bank = await startBank(responses);
  const env = production(bank.url);
  const registered = await runCommand(
    "process/commands/partner.ts",
    ["--code", "ACME", "--banks", "BANK01"],
    env,
  );
  const { jwt } = JSON.parse(registered.stdout) as { jwt: string };
  const running = startCommand("main.ts", [], env);
  const url = (await running.printed(/at (http:\S+)/))[1] ?? "";

  const placed = await fetch(`${url}/api/v2/orders/payment`, {
    method: "POST",
    headers: { "X-SERVICE-AUTH": jwt, "Content-Type": "application/json" },
    body: JSON.stringify(order),
  });
  expect(placed.status).toBe(200);
  const { payment } = (await placed.json()) as { payment: { url: string } };
  expect(payment.url).toContain(env.PUBLIC_URL);

  const paid = await fetch(payment.url.replace(env.PUBLIC_URL, url), {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({
      action: "pay",
      cardNumber: "4539 1488 0343 6467",
      cardExpiry: "12/30",
    }),
  });
  expect(paid.status).toBe(303);
  const statusNow = async () => {
    const list = await fetch(`${url}/api/v2/orders/transactions`, {
      headers: { "X-SERVICE-AUTH": jwt },
    });
    return (await list.json()) as unknown;
  };
  expect(await statusNow()).toMatchObject({ transactions: [{ status: "processing" }] });

  expect(bank.asked("/sources").map(({ body }) => body)).toEqual([
    { cardNumber, month: "12", year: "30" },
  ]);
  const [question] = bank.asked("/payments");
  expect(question?.headers.authorization).toBe(`Bearer ${key}`);
  expect(question?.body).toEqual({
    transactionId: question?.headers["idempotency-key"],
    amount: 150_000,
    currency: "VND",
    reference: "kept-by-the-bank",
    partnerCode: "ACME",
    bankCode: "BANK01",
  });

  await running.printed(/bank-decide-failed/);
  const written = running.written();
  expect(written).not.toContain(cardNumber);
  expect(written).not.toContain(key);
  expect(await running.end("SIGTERM")).toBe(0);
  const { gateway, close } = await openGateway(readSettings(env));
  onTestFinished(close);
  expect((await audit(gateway)).findings).toEqual([]);
});

test("the gateway asks again with the same key until the bank decides", async () => {
  const responses: Responses = {};
  const bank = await startBank(responses);
  const environment = { EXAMPLE_BANK_URL: bank.url, EXAMPLE_BANK_KEY: key };
  const payment = {
    transactionId: "t-1",
    amount: 150_000,
    orderAmount: 150_000,
    partnerCode: "ACME",
    paymentMethod: "CC",
    bankCode: "BANK01",
  };
  const guarded = guardBank(createBank({ environment }), { onFailure: () => undefined });
  for (const [status, body] of [
    [500, { code: "paid" }],
    [200, { code: "in-doubt" }],
    [200, {}],
    [202, { code: "paid" }],
    [200, { code: "working" }],
  ] as const) {
    responses["/payments"] = [status, body];
    expect(await guarded.decide(payment)).toBe("pending");
  }
  responses["/payments"] = [200, { code: "paid" }];
  expect(await guarded.decide(payment)).toBe("success");
  const keys = bank.asked("/payments").map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual(Array.from({ length: 6 }, () => "t-1"));
});
