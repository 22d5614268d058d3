import { mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** One browser for all files of a worker: starting it takes a second. */
let browser: Promise<Browser> | undefined;

/** Starts the Chromium that is installed with the project. Close it at the end. */
export async function openBrowser(): Promise<Browser> {
  // Its own arguments would switch off what keeps origins apart.
  return playwright.launch({
    executablePath: await unpacked(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/** Tests that run at once unpack the browser one after another: only the first has anything to do. */
async function unpacked(): Promise<string> {
  const lock = join(tmpdir(), "chromium.lock");
  while (
    !(await mkdir(lock).then(
      () => true,
      () => false,
    ))
  )
    await setTimeout(50);
  return chromium.executablePath().finally(() => rmdir(lock));
}

/** What a page must not do. */
export interface Watched {
  readonly page: Page;
  /** Requests to other origins, violations of the page's policy and errors in its scripts. */
  readonly offences: readonly string[];
}

/** A page of a context of its own, which notes what a page must not do. */
export async function openPage(
  origin: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Watched> {
  browser ??= openBrowser();
  const context = await (await browser).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const offences: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) offences.push(`request: ${url}`);
  });
  page.on("console", (message) => {
    if (/content security policy|trusted/i.test(message.text())) offences.push(message.text());
  });
  page.on("pageerror", (error) => {
    offences.push(error.message);
  });
  return { page, offences };
}

process.once("exit", () => {
  void browser?.then((opened) => opened.close());
});
