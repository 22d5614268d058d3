import { execFile } from "node:child_process";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { laterTest } from "../../testing/long-test.ts";
import { hostedBody } from "../../testing/order-bodies.ts";
import { createRecorder, createRequestsPage } from "../../../inspector/index.ts";
import { listen } from "../../../skeleton/testing/listen.ts";
import { barriersOf, openPage } from "./browser.ts";
import { hostile, serve } from "./served.ts";

/** The entries of the list that have a text. */
function entries(page: Page, text: string) {
  return page.getByRole("listbox").getByRole("option").filter({ hasText: text });
}

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../../..");

test("a refused request is shown within a second, with its field marked and its TypeSpec line", async () => {
  const { post, jwt, open } = await serve();
  const page = await open("/console");
  await page.getByText("Live", { exact: true }).waitFor();
  const body = hostedBody("o-1", { transaction: { amount: "much" } });
  const rows = entries(page, "payOrder");
  const isShownInTime = async () => {
    const before = await rows.count();
    const response = await post("/api/v2/orders/payment", body);
    expect(response.status).toBe(400);
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
  const { post, open } = await serve();
  await post("/api/v2/orders/payment", hostedBody("o-1"), {
    "X-Sandbox-Scenario": "answer:missing-field",
  });
  const page = await open("/console?request=1");
  await page.getByText("Reply that violates the contract").waitFor();
  await page.getByText("✕ violated").first().waitFor();
  expect(await page.locator(".marked").first().textContent()).toContain("(missing)");
  await page.getByLabel("Rule of").locator(".marked").waitFor();
});

laterTest(
  "texts of clients and merchants are escaped, and confidential values are not shown",
  async () => {
    const { post, jwt, open } = await serve();
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
    const page = await open("/console");
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
  },
);

laterTest(
  "a page of ten thousand requests draws those in view, scrolls and finds all",
  async () => {
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
    const server = await listen((request, response) => {
      requestsPage(request, response, () => response.writeHead(404).end());
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
  },
);
