import { expect, inject } from "vitest";
import { full, longTest } from "../testing/long-test.ts";
import { issueJwt } from "../http/authentication/jwt.ts";
import { callGateway, textIn } from "../testing/call-gateway.ts";
import { bytesUnder, canaryCard, digitsOf, found, writings } from "../testing/canaries.ts";
import { directBody, hostedBody } from "../testing/order-bodies.ts";
import { makeGatewayCluster } from "../testing/gateway-cluster.ts";
import { randomFrom, runSeed } from "../testing/random.ts";
import { contentsOf, startSink } from "../testing/callback-sink.ts";
import { takeTestDatabase } from "../testing/open-gateway.ts";

/** An order code that must be found in the stored files. If it is missing, the search looked at the wrong files. */
const CONTROL = "a-control-that-is-stored";

longTest(
  "card numbers, passwords, secrets and credentials are in no log, file, response, metric or callback",
  120_000,
  async (step) => {
    const seed = runSeed();
    console.log(`canaries: SEED=${seed}`);
    const random = randomFrom(seed);
    // Older files cannot contain the canaries. Some file systems store times in whole seconds.
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

    const responses: string[] = [];
    /** Sends any request and keeps the response unless the status is 200. */
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
      if (response.status !== 200) responses.push(text);
      return response.status;
    };

    for (const [nth, [kind, canary]] of Object.entries(canaries).entries()) {
      for (const [at, text] of writings(canary).entries()) {
        if (!isTried(nth, at)) continue;
        const id = `${kind}-${at}`;
        step(`the responses to ${id} (SEED=${seed})`);
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
        // As the name of an undocumented parameter. A response repeats such a name if it looks like a field name.
        const list = "/api/v2/orders/transactions";
        for (const name of [text, `a${text}[]`, `limit[${text}]`])
          if (!FIELD_NAME.test(name))
            expect(await send("GET", `${list}?${encodeURIComponent(name)}=1`, {})).toBe(400);
        // In a free text, a card number in a usual form is refused. Other canaries cannot be recognized there.
        if (kind === "card" && at < PLAIN_WRITINGS)
          for (const body of inFreeText(id, text))
            expect(await send("POST", PAY, {}, body)).toBe(400);
      }
    }

    step("successful payments and their callback");
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
    // Read before the process ends, because SQLite then removes its WAL.
    const files = await filesOf(cluster.folder, since);
    await gateway.end("SIGTERM");

    expect(files).toContain(CONTROL);
    expect(gateway.written()).toContain('"operation":"payOrder"');
    const log = gateway.written().replace(GREETING, "");
    for (const [where, bytes] of Object.entries({
      log,
      files,
      metrics,
      responses: responses.join("\n"),
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
/** No other test writes this card number into the shared database. */
const TEST_CARD = "4000000000001000";

/** The line that a sandbox prints for its user. It contains the credential of the demo partner. */
const GREETING = /^curl .*$/m;

/** The first of the writings: plain, in groups, and with dashes. */
const PLAIN_WRITINGS = 3;

/** An ordinary run tries each canary in its plain form and one other. */
function isTried(canary: number, writing: number): boolean {
  return full || writing === 0 || writing === 1 + (canary % 6);
}

/** The field names that a response may repeat (choice "confidential-text"). */
const FIELD_NAME = /^[A-Za-z0-9_.[\]-]{1,64}$/;

/** Orders with the text in each of their free-text fields. */
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

/** The contents of the data folder and, on PostgreSQL, of the database server's folder. */
async function filesOf(folder: string, since: Date): Promise<string> {
  const server = inject("postgresFolder");
  const written = server === undefined ? "" : await bytesUnder(server, since);
  return written + (await bytesUnder(folder, since));
}
