import { execFile } from "node:child_process";
import { IncomingMessage } from "node:http";
import { connect, Socket } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { inProduction } from "../../testing/open-gateway.ts";
import { hostedBody } from "../../testing/order-bodies.ts";
import { createRecorder, createRequestsPage } from "../../../inspector/index.ts";
import { listen } from "../../../skeleton/testing/listen.ts";
import { barriersOf, openPage } from "./browser.ts";
import { serve, shareSandbox } from "./served.ts";

/** The entries of a page's list that have a text. */
function entries(page: Page, text: string) {
  return page.getByRole("listbox").getByRole("option").filter({ hasText: text });
}

const hostile = `<img src=x onerror=alert(1)>\u202egnp.exe`;

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../../..");

test("a refused request is shown within a second, with its field marked and its TypeSpec line", async () => {
  const { url, post, jwt } = await serve();
  const page = await openPage(url);
  await page.goto(`${url}/console`);
  await page.getByText("Live", { exact: true }).waitFor();
  const body = hostedBody("o-1", { transaction: { amount: "much" } });
  const rows = entries(page, "payOrder");
  const isShownInTime = async () => {
    const before = await rows.count();
    const answered = await post("/api/v2/orders/payment", body);
    expect(answered.status).toBe(400);
    return rows
      .nth(before)
      .waitFor({ timeout: 1000 })
      .then(
        () => true,
        () => false,
      );
  };
  // A busy machine may be slower, so one of five tries must be fast enough.
  let tries = 1;
  while (!(await isShownInTime()) && tries < 5) tries += 1;
  expect(tries).toBeLessThan(5);
  await rows.first().click();
  const [body1, rule] = [page.locator(".marked").first(), page.getByLabel("Rule of")];
  expect(await body1.textContent()).toContain('"amount": "much"');
  expect(await rule.locator(".position").textContent()).toMatch(
    /^spec\/gateway\/hosted-payments\/models\.tsp:\d+$/,
  );
  expect(await rule.locator(".marked").textContent()).toContain("amount: int64;");
  const editor = rule.getByRole("link", { name: "Open in editor" });
  expect(await editor.getAttribute("href")).toMatch(/^vscode:\/\/file\/.*\/models\.tsp:\d+$/);
  expect(await barriersOf(page)).toEqual([]);
  // Sent again, edited: the new request is opened.
  await page.getByText("Send it again").click();
  await page.getByLabel("Body", { exact: true }).fill(JSON.stringify(hostedBody("o-2")));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("satisfy the contract").waitFor();
  // The code that the page shows runs.
  await page.getByRole("tab", { name: "Typed client" }).click();
  const code = await page.locator(".tabs + .code pre").innerText();
  const program = `${code}\nconsole.log(result.status);`;
  const options = { cwd: root, env: { ...process.env, TOKEN: jwt } };
  const { stdout } = await run(
    process.execPath,
    ["--input-type=module", "--eval", program],
    options,
  );
  expect(stdout).toMatch(/^(200|409)\n$/);
  const accepted = rows.filter({ has: page.getByText("200", { exact: true }) });
  await accepted.waitFor();
  await page.getByLabel("Status").selectOption("4");
  expect(new URL(page.url()).searchParams.get("status")).toBe("4");
  await accepted.waitFor({ state: "detached" });
  // The code is in a body, in other letters.
  await page.getByLabel("Status").selectOption("");
  await page.getByLabel("Text").fill("O-2");
  await page.getByText("2 shown").waitFor();
});

test("a reply of a handler that violates the contract is shown with the line that it breaks", async () => {
  const { url, post } = await serve();
  await post("/api/v2/orders/payment", hostedBody("o-1"), {
    "X-Sandbox-Scenario": "answer:missing-field",
  });
  const page = await openPage(url);
  await page.goto(`${url}/console?request=1`);
  await page.getByText("Reply that violates the contract").waitFor();
  expect(await page.locator(".marked").first().textContent()).toContain("(missing)");
  await page.getByLabel("Rule of").locator(".marked").waitFor();
});

test("texts of clients and merchants are escaped, and confidential values are not shown", async () => {
  const { url, post, jwt } = await serve();
  const order = { id: hostile.slice(0, 50), info: hostile, 'x"><script>': "4111111111111111" };
  const card = {
    cardNumber: "4111111111111111",
    cardHolderName: hostile,
    cardMonth: "12",
    cardYear: "30",
  };
  await post("/api/v2/orders/payment", hostedBody("o-1", { order }), { "x-'b'": "y" });
  await post("/api/v2/orders/create-payment", {
    ...hostedBody("o-2"),
    sourceOfFunds: { type: "card", card },
  });
  await post(`/${encodeURIComponent(hostile)}/4111111111111111`, "{");
  await post("/api/v2/orders/payment", Buffer.from([0x22, 0xff, 0xfe, 0x22]));
  const page = await openPage(url);
  await page.goto(`${url}/console`);
  const rows = entries(page, "POST");
  await rows.nth(3).waitFor();
  for (let at = 0; at < 4; at += 1) {
    await rows.nth(at).click();
    await page.locator(".verdict").waitFor();
    const shown = await page.content();
    expect(shown).not.toContain("\u202e");
    expect(shown).not.toContain("<img");
    expect(shown).not.toContain("4111111111111111");
    expect(shown).not.toContain(jwt);
  }
  await rows.first().click();
  await page.getByText("no body, or none that could be read").first().waitFor();
  expect(await page.locator(".verdict").textContent()).toContain("UTF-8");
  expect(await rows.nth(1).textContent()).toContain("%3Cimg");
});

test("an older response that arrives late does not replace a newer one", async () => {
  const { url, post } = await serve();
  await post("/api/v2/orders/payment", hostedBody("o-1"));
  const page = await openPage(url);
  const newer = Promise.withResolvers<undefined>();
  await page.route(/records\?kind=token&limit/, async (route) => {
    await newer.promise;
    await route.continue();
  });
  await page.goto(`${url}/console/records?kind=token`);
  await page.getByLabel("Kind").selectOption("transaction");
  const record = page.getByText("o-1").first();
  await record.waitFor();
  const older = page.waitForEvent("requestfinished", (request) =>
    request.url().includes("kind=token&limit"),
  );
  newer.resolve(undefined);
  await older;
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
  expect(await record.count()).toBe(1);
});

test("a page of ten thousand requests draws those in view, scrolls and finds all", async () => {
  const recorder = createRecorder();
  const record = recorder.of({ $schema: "", messages: {}, $defs: {} });
  const request = new IncomingMessage(new Socket());
  for (let number = 1; number <= 10_000; number += 1)
    record({
      method: "GET",
      path: `/items/${number}`,
      status: 200,
      receivedAt: Date.now(),
      durationMs: 1,
      request,
    });
  const requestsPage = createRequestsPage(recorder, "/requests");
  const server = await listen((asked, answered) => {
    requestsPage(asked, answered, () => answered.writeHead(404).end());
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const page = await openPage(server.url.origin);
  await page.goto(`${server.url.origin}/requests`);
  await page.getByText("10,000 shown").waitFor();
  expect(await page.locator("*").count()).toBeLessThan(1000);
  // Each frame has rows, wherever the list is scrolled to.
  const drawn = await page.evaluate(`(async () => {
    const list = document.querySelector("[role=listbox]");
    const counts = [];
    for (let step = 0; step <= 50; step += 1) {
      list.scrollTop = (list.scrollHeight * step) / 50;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      counts.push(list.querySelectorAll("[role=option]").length);
    }
    return counts;
  })()`);
  expect(Math.min(...(drawn as number[]))).toBeGreaterThan(10);
  await page.getByText("/items/1", { exact: true }).waitFor();
  await page.getByLabel("Text").fill("/ITEMS/1234");
  await page.getByText("/items/1234").waitFor();
  await page.getByText("1 shown").waitFor();
  // By keyboard.
  await page.getByRole("listbox").focus();
  await page.keyboard.press("ArrowDown");
  expect(new URL(page.url()).searchParams.get("request")).toBe("1234");
});

test("a console with a public address asks for a JWT and refuses a wrong one", async () => {
  const { url, jwt } = await serve({ publicUrl: "http://sandbox.example" });
  const page = await openPage(url);
  await page.goto(`${url}/console`);
  const field = page.getByLabel("JWT");
  await field.fill("no.jwt.at-all");
  await page.getByRole("button", { name: "Open the console" }).click();
  expect(await page.getByRole("alert").textContent()).toContain("401");
  expect(await barriersOf(page)).toEqual([]);
  await field.fill(jwt);
  await page.getByRole("button", { name: "Open the console" }).click();
  await page.getByText("Live", { exact: true }).waitFor();
});

const pages = ["", "console", "console/records", "console/callbacks", "console/sandbox"];

test.each(pages)("/%s works on a phone and by keyboard, in light and dark", async (path) => {
  const { url, post } = await shareSandbox();
  await post("/sandbox/authorizations", { merchantRefId: hostile.slice(0, 40), amount: 1000 });
  const order = { id: crypto.randomUUID(), info: hostile, extraData: hostile };
  expect((await post("/api/v2/orders/payment", hostedBody("", { order }))).status).toBe(200);
  const page = await openPage(url, { viewport: { width: 360, height: 740 } });
  await page.goto(`${url}/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: /\d\d:\d\d/ }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  expect(await page.content()).not.toMatch(/\u202e|<img/);
  const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  expect(isWide).toBe(false);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
});

/** A newcomer needs longer than the page does. */
const twoMinutesMs = 120_000;

test("a newcomer who presses the marked button of each step does all five within two minutes", async () => {
  const { url } = await serve();
  const page = await openPage(url);
  const begun = performance.now();
  await page.goto(url);
  const marked = page.locator(".next button.primary:enabled");
  const visited = page.getByRole("link", { name: "Customer's page" });
  const done = () => page.locator(".done").count();
  const pressed: string[] = [];
  let address = "";
  for (let before = 0; before < 5; before = await done()) {
    await marked.focus();
    pressed.push((await marked.innerText()).trim());
    if (before === 1) address = (await visited.getAttribute("href")) ?? "";
    if (before === 1) expect((await fetch(address)).status).toBe(200);
    await page.keyboard.press("Enter");
    await expect.poll(done).toBeGreaterThan(before);
  }
  expect(performance.now() - begun).toBeLessThan(twoMinutesMs);
  expect(pressed).toEqual([
    "Make an order",
    "Bank approves",
    "Send a broken order",
    "Show the line",
  ]);
  await page.getByText("amount: int64;").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  for (const [link, shown] of [
    ["See the request", ".item >> text=payOrder"],
    ["See its attempts", "text=signature verified"],
    ["See the refused request", ".reason >> text=must be an integer"],
  ] as const) {
    await page.getByRole("link", { name: link }).click();
    await page.locator(shown).first().waitFor();
    await page.goBack();
  }
  // One timeline for each payment, from any of its requests and back.
  await page.getByRole("link", { name: "See its timeline" }).click();
  const moments = page.locator(".timeline b");
  await expect
    .poll(() => moments.allTextContents())
    .toEqual([
      "Request: payOrder",
      "pending",
      "The customer opens the page",
      "Request: decideTransaction",
      "pending → processing",
      "processing → success",
      "Callback queued",
      "Callback, attempt 1: acknowledged",
    ]);
  const [, key = "no key"] = /\.([\w-]+)\?/.exec(address) ?? [];
  expect(await page.locator(".timeline").textContent()).not.toContain(key);
  await page.getByRole("link", { name: "POST /api/v2/orders/payment" }).click();
  await page.getByRole("link", { name: "Timeline of the payment" }).click();
  await page.getByRole("link", { name: "order.payment" }).first().click();
  await page.getByText("webhook-signature: v1,").first().waitFor();
  await page.getByText("signature verified").waitFor();
});

test("faults that wait and the clock are in the header, and can be taken back", async () => {
  const { url } = await serve();
  const page = await openPage(url);
  await page.goto(`${url}/console/sandbox`);
  await page.getByRole("button", { name: /\d\d:\d\d/ }).click();
  await page.getByRole("button", { name: "Inject" }).click();
  await page.getByRole("button", { name: "+15 minutes" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "1 fault" }).click();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("button", { name: "Reset to real time" }).click();
  await page.getByText("None waits.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /Clock \d\d:\d\d:\d\d$/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("Offline").waitFor();
});

test("an older record is found, and further ones are read when the list is scrolled", async () => {
  const { url, post } = await shareSandbox();
  const amount = { amount: 1000 };
  const before = `first-${crypto.randomUUID().slice(0, 8)}`;
  for (const merchantRefId of [before, ...Array.from({ length: 120 }, () => crypto.randomUUID())])
    await post("/sandbox/authorizations", { merchantRefId, ...amount });
  const page = await openPage(url);
  await page.goto(`${url}/console/records?kind=authorization`);
  await page.getByText("50 shown").waitFor();
  await page.getByRole("listbox").focus();
  await page.keyboard.press("End");
  await page.getByText("100 shown").waitFor();
  await page.getByLabel("Text").fill(before.toUpperCase());
  await page.getByText(before).waitFor();
});

test("an unknown page is 404, with a way back", async () => {
  const { url } = await shareSandbox();
  const page = await openPage(url);
  for (const path of ["nothing", "console/nothing"]) {
    expect((await page.goto(`${url}/${path}`))?.status()).toBe(404);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  }
  await page.getByRole("link", { name: "Requests" }).last().click();
  await page.getByText("Live", { exact: true }).waitFor();
});

test("the first view of the console transfers at most 80 kB", async () => {
  const { url } = await serve();
  const page = await openPage(url);
  const open = async () => {
    const sizes: Promise<{ responseBodySize: number }>[] = [];
    page.on("requestfinished", (request) => sizes.push(request.sizes()));
    await page.goto(`${url}/console`);
    await page.getByText("Live", { exact: true }).waitFor();
    const all = await Promise.all(sizes);
    return all.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  const first = await open();
  expect(first).toBeGreaterThan(10_000);
  expect(first).toBeLessThan(80_000);
});

test("only pages of the console itself get the credential", async () => {
  const { url } = await shareSandbox();
  const { host } = new URL(url);
  const session = (headers: Record<string, string>) =>
    fetch(`${url}/console/session`, { method: "POST", headers }).then(({ status }) => status);
  expect(await session({ Origin: url })).toBe(200);
  expect(await session({ "Sec-Fetch-Site": "same-origin" })).toBe(200);
  for (const headers of [
    {},
    { Origin: "https://evil.example" },
    { Origin: url, "Sec-Fetch-Site": "cross-site" },
  ])
    expect(await session(headers)).toBe(401);
  expect((await fetch(`${url}/console/session`)).status).toBe(404);
  // DNS rebinding: a foreign name points to this machine. fetch cannot set Host.
  const rebound = await raw(
    url,
    `POST /console/session HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  expect(rebound).toMatch(/^HTTP\/1\.1 401/);
  const page = await raw(
    url,
    `GET /console HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  );
  expect(page).toMatch(/^HTTP\/1\.1 404/);
  expect(host).toMatch(/^127/);
});

async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(text);
  let response = "";
  for await (const chunk of socket) response += String(chunk);
  return response;
}

test("a request for JSON gets the 404 of the contract, and production has no console", async () => {
  const { url } = await shareSandbox();
  const asked = await fetch(url, { headers: { Accept: "application/json" } });
  expect(await asked.json()).toMatchObject({ errorCode: 404 });
  const production = await serve(inProduction);
  for (const path of ["/", "/console", "/console/session", "/sandbox/requests"]) {
    const response = await fetch(production.url + path, { headers: { Accept: "text/html" } });
    expect(response.status).toBe(404);
  }
});
