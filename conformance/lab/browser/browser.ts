import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { openBrowser } from "../../../docs/pictures/chromium.ts";

/** One browser for all tests: starting it takes seconds. */
let browser: Promise<Browser> | undefined;

/**
 * A page of a context of its own. When the test ends, it must have asked no other origin, and no browser's console may have told of
 * an error, such as a violated policy. An answer that refuses is none.
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
  // It stays where it is: none of them exists.
  for (const each of allowed)
    await page.route(`${each}/**`, (route) => route.fulfill({ status: 204 }));
  const offences: string[] = [];
  const own = [origin, ...allowed].map((each) => `${each}/`);
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && !own.some((each) => url.startsWith(each))) offences.push(url);
  });
  page.on("console", (message) => {
    const isRefusal = / the server responded with a status of 4\d\d /.test(message.text());
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

/** By colour scheme, what axe looks at; an ordinary run tries the first. */
const schemes = [
  ["light", "{}"],
  ["dark", '{ runOnly: ["color-contrast"] }'],
] as const;

/** What a page makes hard for people with disabilities: serious and moderate findings of axe. */
export async function barriersOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, options] of full ? schemes : schemes.slice(0, 1)) {
    await page.emulateMedia({ colorScheme });
    // Not by an element of the page, which its policy would refuse.
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

/** To be called after all tests. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}
