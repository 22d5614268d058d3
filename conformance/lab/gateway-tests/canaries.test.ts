import { expect, inject } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { issueJwt } from "../../../server/gateway/security/jwt.ts";
import { callGateway, textIn } from "../testing/call-gateway.ts";
import { bytesUnder, canaryCard, digitsOf, found, writings } from "../testing/canaries.ts";
import { directBody, hostedBody } from "../../../server/gateway/testing/order-bodies.ts";
import { makeGatewayCluster } from "../testing/gateway-cluster.ts";
import { randomFrom, runSeed } from "../../../server/gateway/testing/random.ts";
import { contentsOf, startSink } from "../../../server/gateway/testing/callback-sink.ts";
import { takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";

/** Something to look for after everything was sent, that is meant to be there: otherwise nothing was looked at. */
const CONTROL = "a-control-that-is-stored";

longTest(
  "card numbers, passwords, secrets and credentials leave no trace",
  120_000,
  async (step) => {
    const seed = runSeed();
    console.log(`canaries: SEED=${seed}`);
    const random = randomFrom(seed);
    // What is older than the canaries has none; file systems count by seconds at worst.
    const since = new Date(Date.now() - 2000);
    await using cluster = await makeGatewayCluster(await takeTestDatabase());
    const gateway = await cluster.start({ LOG_LEVEL: "trace" });
    await using sink = await startSink();
    const call = callGateway(gateway.url, gateway.token);

    const made = await call("POST", "/sandbox/partners", {});
    const secret = textIn(made.body, "secret");
    const foreignSecret = Array.from({ length: 4 }, () => digitsOf(random, 11)).join("k");
    const canaries = {
      card: canaryCard(random),
      account: digitsOf(random, 14),
      secret,
      foreignSecret,
      jwt: textIn(made.body, "jwt"),
      forgedJwt: await issueJwt("DEMO", foreignSecret, Date.now()),
      otp: digitsOf(random, 6),
      cvv: `${digitsOf(random, 9)}0`,
    };

    const answers: string[] = [];
    /** Sends anything anyhow, and keeps what is answered unless it was accepted. */
    const send = async (
      method: string,
      path: string,
      headers: Record<string, string>,
      body?: unknown,
    ): Promise<number> => {
      const response = await fetch(gateway.url + path, {
        method,
        redirect: "manual",
        headers: {
          "X-SERVICE-AUTH": gateway.token,
          "Content-Type": "application/json",
          ...headers,
        },
        ...(body !== undefined && {
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
      });
      const text = await response.text();
      if (response.status !== 200) answers.push(text);
      return response.status;
    };

    for (const [nth, [kind, canary]] of Object.entries(canaries).entries()) {
      for (const [at, text] of writings(canary).entries()) {
        if (!isTried(nth, at)) continue;
        const id = `${kind}-${at}`;
        step(`the answers to ${id} (SEED=${seed})`);
        const inUrl = encodeURIComponent(text);
        await send("GET", `/${inUrl}?q=${inUrl}`, {});
        await send("GET", `/api/v2/orders/transactions?other=${inUrl}`, {});
        await send("GET", `/api/v2/orders/transactions?status=${inUrl}`, {});
        await send("GET", `/credit-card/authentication/${inUrl}`, {});
        await send("POST", PAY, { "X-SERVICE-AUTH": text }, hostedBody(id));
        await send("POST", PAY, { "X-SERVICE-AUTH": `Bearer ${text}` }, "{}");
        await send("POST", PAY, { "X-Request-ID": text }, hostedBody(id));
        await send("POST", PAY, { "X-Account-Ref-ID": text }, hostedBody(id));
        await send("POST", PAY, { "X-Canary": text }, `not JSON ${text}`);
        await send("POST", PAY, { "X-Sandbox-Scenario": text }, { [text]: 1 });
        await send("DELETE", "/api/v2/token/delete", {}, { token: text });
        await send("POST", PAY_DIRECTLY, {}, withCard(`${id}-card`, text));
        await send("POST", PAY_DIRECTLY, {}, withAccount(`${id}-account`, text));
        await send(
          "POST",
          "/sandbox/tokens",
          {},
          {
            cardNumber: text,
            expirationMonth: "12",
            expirationYear: "30",
          },
        );
        await send("POST", `/pay/otp/${inUrl}`, FORM, `otp=${inUrl}`);
        // As the name of what is not documented, which is given back when it may be the name of a field.
        const list = "/api/v2/orders/transactions";
        for (const name of [text, `a${text}[]`, `limit[${text}]`])
          if (!FIELD_NAME.test(name))
            expect(await send("GET", `${list}?${encodeURIComponent(name)}=1`, {})).toBe(400);
        // As free text a card number is refused as people write it; nothing else is known for what it is.
        if (kind === "card" && at < PLAIN_WRITINGS)
          for (const body of inFreeText(id, text))
            expect(await send("POST", PAY, {}, body)).toBe(400);
      }
    }

    step("the payments that go well and their callback");
    // What goes well leaves no trace either.
    const control = hostedBody(CONTROL, { notificationConfig: { notifyUrl: sink.url.href } });
    const paid = await call("POST", PAY, control);
    const id = textIn(paid.body, "transaction", "transactionId");
    await call("POST", `/sandbox/transactions/${id}/result`, {
      status: "success",
    });
    const direct = await call("POST", PAY_DIRECTLY, directBody("direct"));
    const directId = textIn(direct.body, "transaction", "transactionId");
    const { body } = await call("GET", `/sandbox/transactions/${directId}/otp`);
    const otp = textIn(body, "otp");
    const saved = await call("POST", "/sandbox/tokens", {
      cardNumber: TEST_CARD,
      expirationMonth: "12",
      expirationYear: "30",
    });
    const token = textIn(saved.body, "token");
    await call("DELETE", "/api/v2/token/delete", { token });
    const everything = [...Object.values(canaries), gateway.token, otp, token, TEST_CARD];

    await expect.poll(() => contentsOf(sink).join()).toContain(CONTROL);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    // Before the end, at which SQLite does away with its WAL.
    const files = await filesOf(cluster.folder, since);
    await gateway.end("SIGTERM");

    expect(files).toContain(CONTROL);
    expect(gateway.written()).toContain('"operation":"payOrder"');
    const log = gateway.written().replace(GREETING, "");
    for (const [where, bytes] of Object.entries({
      log,
      files,
      metrics,
      answers: answers.join("\n"),
      callbacks: [...sink.received.map(({ text }) => text), ...contentsOf(sink)].join("\n"),
    }))
      expect({ where, found: found(everything, bytes) }).toEqual({
        where,
        found: [],
      });
  },
);

const PAY = "/api/v2/orders/payment";
const PAY_DIRECTLY = "/api/v2/orders/create-payment";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
/** One that no other test writes into the database that they share: an order code may be the number of a card. */
const TEST_CARD = "4000000000001000";

/** What a sandbox prints for its user before it serves: the demo partner's own credential. */
const GREETING = /^curl .*$/m;

/** Plainly, in groups, and with dashes; the first of the writings. */
const PLAIN_WRITINGS = 3;

/** An ordinary run tries each canary plainly and in one more writing. */
function isTried(canary: number, writing: number): boolean {
  return full || writing === 0 || writing === 1 + (canary % 6);
}

/** Names that an answer repeats (choice "confidential-text"). */
const FIELD_NAME = /^[A-Za-z0-9_.[\]-]{1,64}$/;

/** The fields of an order in which anything may stand. */
function inFreeText(id: string, text: string): readonly object[] {
  return [
    hostedBody(id, { order: { info: `paid with ${text}` } }),
    hostedBody(id, { order: { extraData: text } }),
  ];
}

function withCard(orderId: string, text: string): object {
  return directBody(orderId, { card: { cardNumber: text, cardHolderName: text, cvv: text } });
}

function withAccount(orderId: string, text: string): object {
  return {
    ...directBody(orderId),
    sourceOfFunds: {
      type: "account",
      account: { accountNumber: text, accountHolderName: "NGUYEN VAN A" },
    },
  };
}

/** The data folder, and on PostgreSQL all that the server has written. */
async function filesOf(folder: string, since: Date): Promise<string> {
  const server = inject("postgresFolder");
  const written = server === undefined ? "" : await bytesUnder(server, since);
  return written + (await bytesUnder(folder, since));
}
