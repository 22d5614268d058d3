import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { createClient } from "../../client/index.ts";
import { DEMO_PARTNER_CODE } from "../../server/gateway/domain/partners/partners.ts";
import { issueJwt } from "../../server/gateway/http/authentication/jwt.ts";
import { readSettings } from "../../server/gateway/process/settings.ts";
import { startGateway } from "../../server/gateway/process/start.ts";
import { writeInside } from "../../scripts/generate/generated-files/write-inside.ts";
import { openBrowser } from "./chromium.ts";
import { COLUMNS, type RecordedCommand, terminalPicture } from "./terminal.ts";

/** `npm run pictures` makes the pictures of the README. Arguments name the pictures; default: all. */
const root = resolve(import.meta.dirname, "../..");
const temporary = mkdtempSync(join(tmpdir(), "pictures-"));
const folder = join(temporary, "greeter");
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

try {
  if (isWanted("terminal")) await write("terminal.svg", terminalPicture(recordTerminal()));
  if (wanted.length === 0 || wanted.some((name) => name !== "terminal")) await takeScreenshots();
} finally {
  rmSync(temporary, { recursive: true });
}

/** Tests the smallest project, then changes its contract and compares. */
function recordTerminal(): RecordedCommand[] {
  for (const name of ["main.tsp", "server.ts", "package.json"])
    cpSync(join(root, "docs/examples/smallest", name), join(folder, name));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  contract("generate", "main.tsp", "--out", "generated");
  const start = "node server.ts";
  const replayed = contract("replay", "generated/greeter", "--start", start);
  const main = join(folder, "main.tsp");
  writeFileSync(main, readFileSync(main, "utf8").replace("@maxLength(20)", "@maxLength(12)"));
  contract("generate", "main.tsp", "--out", "changed");
  const compared = contract("diff", "generated/greeter", "changed/greeter");
  return [
    { command: `npx contract replay generated/greeter --start '${start}'`, output: replayed },
    {
      command: "sed -i 's/@maxLength(20)/@maxLength(12)/' main.tsp && npx contract diff",
      output: compared,
    },
  ];
}

/** The output of the command `contract`. Exit status 1 is accepted: it means that a contract is violated. */
function contract(...args: string[]): string {
  const env = { ...process.env, NO_COLOR: "1", COLUMNS: String(COLUMNS) };
  const command = [join(root, "scripts/cli/contract.ts"), ...args];
  const options = { cwd: folder, encoding: "utf8", env } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, command, options);
  if (status === 2) throw new Error(stderr);
  return stdout;
}

async function takeScreenshots(): Promise<void> {
  const gateway = await startGateway(
    readSettings({ PORT: "0", LOG_LEVEL: "silent", DATA_DIR: join(temporary, "data") }),
  );
  const browser = await openBrowser();
  try {
    const partner = await gateway.gateway.store.partners.find(DEMO_PARTNER_CODE);
    const token = await issueJwt(DEMO_PARTNER_CODE, partner?.secret ?? "", Date.now());
    if (isWanted("checkout"))
      await shoot(browser, "checkout.png", await checkoutUrl(gateway.url, token));
    if (isWanted("console")) {
      await sendRefusedOrder(gateway.url, token);
      await shoot(browser, "console.png", `${gateway.url}/console`, openRefused);
    }
    if (isWanted("reference")) {
      await shoot(browser, "reference.png", `${gateway.url}/docs/#payOrder`, (page) =>
        page.getByText('"payment-gateway-client"').first().waitFor(),
      );
    }
    if (isWanted("report"))
      await shoot(
        browser,
        "report.png",
        pathToFileURL(join(await makeReport(gateway.url, token), "index.html")).href,
      );
  } finally {
    await browser.close();
    await gateway.close();
  }
}

async function checkoutUrl(baseUrl: string, token: string): Promise<string> {
  const result = await createClient({ baseUrl, token, language: "en" }).payOrder({
    body: {
      transaction: { amount: 150_000, currency: "VND", paymentMethod: "CC", action: "PAY" },
      partnerReference: {
        order: { id: "BOOK-1", info: "Two cinema tickets" },
        notificationConfig: {
          notifyUrl: "https://shop.example/callbacks",
          redirectUrl: "https://shop.example/orders/BOOK-1",
        },
      },
    },
  });
  if (result.status !== 200) throw new Error(result.body.message);
  return result.body.payment.url;
}

async function makeReport(url: string, token: string): Promise<string> {
  const report = join(temporary, "report");
  const options = ["--samples", "--header", `X-SERVICE-AUTH: ${token}`, "--report", report];
  const args = [
    "scripts/cli/contract.ts",
    "replay",
    "generated/gateway",
    "--server",
    url,
    ...options,
  ];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  return report;
}

/** Sends an invalid order with fetch, because the typed client would not compile. */
async function sendRefusedOrder(url: string, token: string): Promise<void> {
  await fetch(`${url}/api/v2/orders/payment`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-SERVICE-AUTH": `Bearer ${token}` },
    body: JSON.stringify({
      transaction: { amount: "much", currency: "VND", paymentMethod: "CC", action: "PAY" },
      partnerReference: { order: { id: "BOOK-2", info: "Two cinema tickets" } },
    }),
  });
}

/** Opens the violations of the refused request. */
async function openRefused(page: Page): Promise<void> {
  await page.getByRole("listbox").getByText("invalid-request").click();
  await page.locator(".marked").first().waitFor();
}

async function shoot(
  browser: Browser,
  name: string,
  url: string,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(url);
  await prepare(page);
  await write(name, await page.screenshot());
  await page.close();
}

async function write(name: string, content: string | Buffer): Promise<void> {
  await writeInside(import.meta.dirname, name, content);
  console.log(`docs/pictures/${name}, ${Math.ceil(content.length / 1000)} kB`);
}
