import { mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/** Starts the Chromium that is installed with the project. Close it at the end. */
export async function openBrowser(): Promise<Browser> {
  // The package's own arguments switch off the rule of the same origin, and end the browser with its first context.
  const args = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--no-zygote"];
  return playwright.launch({ executablePath: await unpacked(), args });
}

/** Processes that start at once unpack the browser one after another: only the first has anything to do. */
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
