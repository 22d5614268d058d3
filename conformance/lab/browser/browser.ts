import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** Starts the Chromium that is installed with the project. Close it at the end. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath();
  return playwright.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}
