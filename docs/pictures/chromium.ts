import { mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/** Starts the Chromium that is installed with the project. Close it at the end. */
export async function openBrowser(): Promise<Browser> {
  // The default arguments of the package disable the same-origin policy and end the browser with its first context.
  const args = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--no-zygote"];
  return playwright.launch({ executablePath: await unpacked(), args });
}

/** Unpacks the browser. A lock makes processes that start at the same time wait for the first one. */
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
