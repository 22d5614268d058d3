import { mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

/** One browser for all tests: starting it takes seconds. */
let browser: Promise<Browser> | undefined;

/** Starts the Chromium that is installed with the project. Close it at the end. */
export async function openBrowser(): Promise<Browser> {
  // The package's own arguments switch off the rule of the same origin, and end the browser with its first context.
  const args = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--no-zygote"];
  return playwright.launch({ executablePath: await unpacked(), args });
}

/** Tests that run at once unpack the browser one after another: only the first has anything to do. */
async function unpacked(): Promise<string> {
  const lock = join(tmpdir(), "chromium.lock");
  const take = () =>
    mkdir(lock).then(
      () => true,
      () => false,
    );
  while (!(await take())) await setTimeout(50);
  try {
    return await chromium.executablePath();
  } finally {
    await rmdir(lock);
  }
}

/**
 * A page of a context of its own. When the test ends, it must have asked no other origin, violated no policy and thrown no error.
 *
 * @param origin of the server; `allowed` further ones that the test leads it to
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
  page.setDefaultTimeout(10_000);
  const offences: string[] = [];
  const own = [origin, ...allowed].map((each) => `${each}/`);
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && !own.some((each) => url.startsWith(each))) offences.push(url);
  });
  page.on("console", (message) => {
    if (/content security policy|trusted/i.test(message.text())) offences.push(message.text());
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

/** What a page makes hard for people with disabilities, in light and in dark: serious and moderate findings of axe. */
export async function barriersOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Not by an element of the page, which its policy would refuse.
    const violations = await page.evaluate(
      `${axe}; axe.run().then(({ violations }) => violations)`,
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

/** To be called after all tests. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}
