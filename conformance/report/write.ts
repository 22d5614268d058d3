import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { pageReport } from "./page/index.ts";
import type { Report } from "./report.ts";

/** Writes `report.json`, `junit.xml` and `index.html` into a folder, and makes the folder if it is missing. */
export async function writeReports(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = {
    "report.json": jsonReport(report),
    "junit.xml": junitReport(report),
    "index.html": pageReport(report),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}
