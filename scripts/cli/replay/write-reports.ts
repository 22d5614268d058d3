import { jsonReport, junitReport, pageReport, type Report } from "@contract-toolkit/conformance";
import { writeInside } from "@contract-toolkit/generate/generated-files/write-inside";

/** Writes `report.json`, `junit.xml` and `index.html` into a folder. */
export async function writeReports(folder: string, report: Report): Promise<void> {
  const files = {
    "report.json": jsonReport(report),
    "junit.xml": junitReport(report),
    "index.html": pageReport(report),
  };
  for (const [name, content] of Object.entries(files)) await writeInside(folder, name, content);
}
