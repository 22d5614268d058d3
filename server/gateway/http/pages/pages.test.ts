import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, test } from "vitest";
import { startAuthentication } from "../../domain/authentications/authentications.ts";
import { changePartner } from "../../domain/partners/partners.ts";
import type { Settings } from "../../process/settings.ts";
import { inProduction } from "../../testing/open-gateway.ts";
import { serve } from "../../testing/serve.ts";
import { type OrderChanges, placeDirect, placeHosted } from "../../testing/orders.ts";

const caller = { partnerCode: "P1" };
/** Common values of the orders in this file. */
const common = {
  bankCode: "BANK01",
  reference: {
    orderInfo: `<script>alert("1")</script>`,
    redirectUrl: "https://shop.example/back?order=1&x=2",
  },
};

const challenge = {
  merchantRefId: "r-1",
  amount: 150_000,
  card: { number: "4111111111111111", expirationMonth: "12", expirationYear: "30" },
  returnUrl: "https://shop.example/back?x=1",
};

/** The transaction of a payment page. */
function idIn(path: string): string {
  return /^\/pay\/([^.]+)/.exec(path)?.[1] ?? "";
}

async function open(settings: Partial<Settings> = {}) {
  const { url, gateway, links, partner } = await serve(settings);

  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { response, text: await response.text() };
  };
  const post = (path: string, form: Record<string, string>) =>
    fetch(url + path, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: url },
      body: new URLSearchParams(form),
    });
  const order = async (changes: Parameters<typeof placeHosted>[3] = {}) => {
    const { id } = await placeHosted(gateway, partner, "o-1", { ...common, ...changes });
    return new URL(links.in("vi").payment(id)).pathname;
  };
  const direct = async (changes: OrderChanges = {}) => {
    const { verification } = await placeDirect(gateway, partner, "o-1", { ...common, ...changes });
    return new URL(links.in("vi").otp(verification.id)).pathname;
  };
  return { url, gateway, links, get, post, order, direct };
}

test("a form is answered by a redirect, whatever host its target has", async () => {
  const { url, order } = await open();
  const path = `http://a:99999${await order()}?lang=en`;
  const { port } = new URL(url);
  const sent = request({
    port,
    path,
    method: "POST",
    headers: { Origin: url, Host: new URL(url).host },
  });
  sent.setHeader("Content-Type", "application/x-www-form-urlencoded").end("action=cancel");
  const [{ statusCode, headers }] = (await once(sent, "response")) as [IncomingMessage];
  expect([statusCode, headers.location]).toEqual([303, "?lang=en"]);
});

test.each(["constructor", "toString"])("a payment can have the method %s", async (method) => {
  const { gateway, get, links } = await open();
  const { partner } = await changePartner(gateway, "P1", { paymentMethods: [method] });
  const { id } = await placeHosted(gateway, partner, "o-1", { paymentMethod: method });
  const { text } = await get(new URL(links.in("vi").payment(id)).pathname);
  expect(text).toContain(`<bdi>${method}</bdi>`);
});

describe("every page", () => {
  test("loads nothing, runs only its own script, and is neither framed nor stored", async () => {
    const { get, order } = await open();
    const { response, text } = await get(await order());
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(text.split("<script")).toHaveLength(2);
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  });

  test("isolates the text direction of what a partner wrote", async () => {
    const { get, order, direct } = await open();
    const text = "for \u202e 000.01";
    const paths = [
      await order({ bankCode: undefined, reference: { ...common.reference, orderInfo: text } }),
      await direct({ reference: { ...common.reference, orderId: "o\u202e2", orderInfo: text } }),
    ];
    for (const path of paths) {
      const page = await get(path);
      expect(page.text).not.toContain("\u202e");
      expect(page.text).toContain(String.raw`<bdi>for \u202e 000.01</bdi>`);
    }
  });

  test("is found only by its whole address", async () => {
    const { gateway, links, get, post, order, direct } = await open();
    const { id } = await startAuthentication(gateway, caller, challenge);
    const reference = { ...common.reference, orderId: "o-2" };
    const challengePath = new URL(links.in("vi").threeDs(id)).pathname;
    for (const path of [await order(), await direct({ reference }), challengePath]) {
      const unkeyed = path.slice(0, path.indexOf("."));
      const damaged = path.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
      for (const wrong of [unkeyed, damaged, `${path}/a/b`, "/pay"]) {
        for (const page of [wrong, `${wrong}/qr`, `${wrong}/app`]) {
          const { response, text } = await get(page);
          expect(response.status).toBe(404);
          expect(text).toContain(`<html lang="en">`);
        }
        expect((await post(wrong, { action: "cancel" })).status).toBe(404);
      }
      expect((await get(path)).text).toContain("<form");
    }
  });

  test("refuses forms that are too large or not forms", async () => {
    const { post, order, url } = await open();
    const path = await order();
    const large = await post(path, { action: "pay", cardNumber: "4".repeat(5000) });
    expect(large.status).toBe(413);
    const json = await fetch(url + path, {
      method: "POST",
      headers: { Origin: url, "Content-Type": "application/json" },
      body: "{",
    });
    expect(json.status).toBe(422);
  });
});

describe("the payment page", () => {
  test("shows what to correct", async () => {
    const { get, post, order } = await open();
    const path = await order({ bankCode: undefined });
    const number = "This card number cannot be used.";
    for (const [form, violation] of [
      [{ cardNumber: "4539148803436467" }, number],
      [{}, number],
      [{ cardNumber: "4111111111111112" }, "A digit of the card number is wrong or missing."],
      [{ cardNumber: "4111111111111111", cardCode: "12" }, "Enter the 3 or 4 digits"],
      [{ cardNumber: "4111111111111111", bankCode: "BANK05" }, "Choose a bank."],
    ] as const) {
      const filled = { action: "pay", bankCode: "BANK01", ...form };
      const response = await post(`${path}?lang=en`, filled);
      expect(response.status).toBe(422);
      const text = await response.text();
      expect(text).toContain(violation);
      expect(text).not.toContain("4539148803436467");
      expect((await get(path)).text).toContain("<form");
    }
  });

  test("pays once, however often the button is pressed", async () => {
    const { gateway, post, order } = await open();
    const path = await order({ paymentMethod: "VA" });
    const pressed = await Promise.all(
      Array.from({ length: 8 }, () => post(path, { action: "pay" })),
    );
    expect(pressed.map(({ status }) => status)).toEqual(pressed.map(() => 303));
    const history = await gateway.store.history.of("transaction", [idIn(path)]);
    expect(history.filter(({ event }) => event === "start")).toHaveLength(1);
    expect(history.filter(({ event }) => event === "succeed")).toHaveLength(1);
  });
});

test("production shows no test cards or passwords and has nothing of a sandbox", async () => {
  const { url, get, post, order, direct, gateway } = await open(inProduction);
  const path = await order();
  expect((await get(path)).text).not.toContain("4111111111111111");
  await post(path, { action: "pay", cardNumber: "4111111111111111" });
  expect(await gateway.store.transactions.get(idIn(path))).toMatchObject({
    failure: "declined",
  });
  const reference = { ...common.reference, orderId: "o-2" };
  const { text } = await get(await direct({ reference }));
  expect(text).not.toMatch(/<b>\d{6}<\/b>/);
  const slow = await fetch(`${url}/pay/none`, {
    headers: { "X-Sandbox-Scenario": "drop-before" },
  });
  expect(slow.status).toBe(404);
});
