import { expect } from "vitest";
import { laterTest } from "../../testing/long-test.ts";
import { pageReport } from "../../../../conformance/report/page/index.ts";
import { reportOf } from "../../../../conformance/testing/report.ts";
import { barriersOf, openPage } from "./browser.ts";

const keywords = Array.from({ length: 18 }, (_, at) => `keyword${at}`);
const constraints = keywords.map((keyword) => ({
  id: `readItem/request/query/${keyword}`,
  boundary: "invalid" as const,
  constraint: {
    operation: "readItem",
    direction: "request" as const,
    place: "/query/aLongNameOfAParameter",
    keyword,
  },
}));

laterTest("a report is searched, and read on a phone and in print", async () => {
  const coverage = { cases: constraints, coveredBySample: [], unknown: [], exclusions: [] };
  const page = await openPage("about:blank", { viewport: { width: 375, height: 667 } });
  await page.setContent(
    pageReport(reportOf([{ id: "readItem/a", outcome: "failed" }], [], coverage)),
  );
  expect(await barriersOf(page)).toEqual([]);
  const widthOf = (selector: string) =>
    page.evaluate(`document.querySelector("${selector}").scrollWidth`);
  expect(await widthOf("html")).toBe(375);
  const path = page.locator(".path").first();
  expect(await path.isVisible()).toBe(false);
  const search = page.getByLabel("Search by operation");
  await search.fill("keyword3 readitem");
  expect(await page.locator("td:visible", { hasText: "keyword" }).allTextContents()).toEqual([
    "keyword3",
  ]);
  await search.fill("readItem");
  expect(await barriersOf(page)).toEqual([]);
  // A path is not cut into syllables.
  expect(await widthOf(".path")).toBeGreaterThan(150);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: A4_PX, height: 1000 });
  expect(await widthOf("html")).toBe(A4_PX);
});

/** The width of a sheet without its margins. */
const A4_PX = 718;
