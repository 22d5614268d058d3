import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Change } from "../change.ts";
import { markdownReport } from "./markdown.ts";

const titles = new Map([
  ["putItem", "PUT /items/{id}"],
  ["addItem", "POST /items"],
]);
const report = { old: "main", new: "working tree", breaks: [], titles, isPassed: false };

test("changes with one cause are one row, with methods and paths, a link, and what to do", () => {
  for (const [name, value] of Object.entries({
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "a/b",
    GITHUB_SHA: "c0ffee",
    GITHUB_WORKSPACE: join(process.cwd(), ".."),
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const changes = ["putItem", "addItem"].map((operation): Change => ({
    id: "maximum-decreased",
    severity: "error",
    operation,
    pointer: "/request/body/n",
    message: "the maximum decreased from 9 to 8",
    source: { new: "spec/it.tsp:12:3" },
    ...(operation === "addItem" && { counterexample: { body: { n: 9, text: "x".repeat(90) } } }),
    counterexamplePointer: "/body/n",
  }));
  const text = markdownReport({ ...report, breaking: 2, changes });
  const folder = basename(process.cwd());
  expect(text).toContain(
    `| \`the maximum decreased from 9 to 8\` (\`maximum-decreased\`) | \`putItem\` \`PUT /items/{id}\` \`/request/body/n\`<br>\`addItem\` \`POST /items\` \`/request/body/n\` | \`{"body":{"n":9,…}}\` | [\`spec/it.tsp:12:3\`](https://github.com/a/b/blob/c0ffee/${folder}/spec/it.tsp#L12) |`,
  );
  expect(text).toContain("--accept 'maximum-decreased@putItem/request/body/n' --reason TEXT");
});

test.each([
  ["/request/body/items/[]/n", "n of putItem is required now"],
  ["/request/body", "it is required now"],
])("a message says what is meant at %s", (pointer, sentence) => {
  const change: Change = {
    id: "a",
    severity: "info",
    operation: "putItem",
    pointer,
    message: "it is required now",
    source: {},
  };
  const text = markdownReport({ ...report, breaking: 0, changes: [change] });
  expect(text).toContain(`| \`${sentence}\` (\`a\`) |`);
});

test("a report of many changes fits into a comment and counts the omitted changes", () => {
  const changes = (["error", "warning", "info"] as const).flatMap((severity) =>
    Array.from({ length: 300 }, (_, index): Change => {
      const message = `the description of ${index} is ${"long ".repeat(40)}`;
      return { id: "a", severity, operation: "putItem", pointer: "/a", message, source: {} };
    }),
  );
  const text = markdownReport({ ...report, breaking: 300, changes });
  expect(text.length).toBeLessThan(65_536);
  const shown = text.match(/^\| .*`putItem`/gm)?.length ?? 0;
  const left = [...text.matchAll(/^And (\d+) more\.$/gm)].map(([, count]) => Number(count));
  expect(left).toHaveLength(3);
  expect(shown + left.reduce((sum, number) => sum + number)).toBe(900);
});
