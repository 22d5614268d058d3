import { expect, test } from "vitest";
import type { Change } from "../change.ts";
import { markdownReport } from "./markdown.ts";

test("a report of many changes fits into a comment and counts the omitted changes", () => {
  const changes = (["error", "warning", "info"] as const).flatMap((severity) =>
    Array.from({ length: 300 }, (_, index): Change => {
      const message = `the description of ${index} is ${"long ".repeat(40)}`;
      return { id: "a", severity, operation: "putItem", pointer: "/a", message, source: {} };
    }),
  );
  const report = { old: "main", new: "working tree", breaking: 300, changes, isPassed: false };
  const text = markdownReport(report);
  expect(text.length).toBeLessThan(65_536);
  const shown = text.match(/^\| `putItem`/gm)?.length ?? 0;
  const left = [...text.matchAll(/^And (\d+) more\.$/gm)].map(([, count]) => Number(count));
  expect(left).toHaveLength(3);
  expect(shown + left.reduce((sum, each) => sum + each)).toBe(900);
});
