import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { full } from "../../testing/long-test.ts";
import { openBrowser } from "../../../../docs/pictures/chromium.ts";

/** How long a page waits for an element: the reference page alone needs 4 s on an idle machine, and tests run side by side. */
const patienceMs = 45_000;

/** Starting the browser takes seconds, so all tests share it. */
let browser: Promise<Browser> | undefined;

/**
 * Opens a page in a new context. At the end of the test, the page must not have requested another origin, and its console
 * must have no errors, such as a violated policy. A 4xx response is not an error, nor is a network that the test ends.
 *
 * @param origin of the server; `allowed` has further origins
 */
export async function openPage(
  origin: string,
  {
    allowed = [],
    ...options
  }: Parameters<Browser["newContext"]>[0] & { allowed?: readonly string[] } = {},
): Promise<Page> {
  browser ??= openBrowser();
  const context = await (await browser).newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  // The other origins do not exist, so the page stays.
  for (const allowedOrigin of allowed)
    await page.route(`${allowedOrigin}/**`, (route) => route.fulfill({ status: 204 }));
  const offences: string[] = [];
  const own = [origin, ...allowed].map((allowedOrigin) => `${allowedOrigin}/`);
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && !own.some((text) => url.startsWith(text))) offences.push(url);
  });
  page.on("console", (message) => {
    const isRefusal =
      / the server responded with a status of 4\d\d |ERR_INTERNET_DISCONNECTED/.test(
        message.text(),
      );
    if (message.type() === "error" && !isRefusal) offences.push(message.text());
  });
  page.on("pageerror", (error) => {
    offences.push(error.message);
  });
  onTestFinished(async () => {
    await context.close();
    expect(offences).toEqual([]);
  });
  return page;
}

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The options of axe by colour scheme. An ordinary run tries the first. */
const schemes = [
  ["light", "{}"],
  ["dark", '{ runOnly: ["color-contrast"] }'],
] as const;

/** The findings of axe about accessibility, except minor ones. */
export async function barriersOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, options] of full ? schemes : schemes.slice(0, 1)) {
    await page.emulateMedia({ colorScheme });
    // The policy of the page would refuse a script element.
    const violations = await page.evaluate(
      `${axe}; axe.run(${options}).then(({ violations }) => violations)`,
    );
    for (const { id, impact, nodes } of violations as readonly Violation[])
      if (impact !== "minor")
        found.push(
          `${colorScheme}: ${id} (${impact}) ${nodes.map(({ html }) => html).join(" | ")}`,
        );
  }
  return found;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}
