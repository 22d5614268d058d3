import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { markdown, type Figure, type Report } from "./figures.ts";
import { full } from "../server/gateway/testing/long-test.ts";
import { estimate, measure, ratioOf } from "./paired.ts";

/** The other questions run only in a full run, because they measure with the same code. `types` takes a minute even there. */
const short = ["servers", "client"];
const names = full
  ? [...short, "gateway", "growth", "start", "generate", "documents", "inspector", "self"]
  : short;

test("the command measures every figure with --quick", { timeout: 300_000 }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "bench-"));
  const out = join(folder.path, "figures.json");
  const { stdout } = await promisify(execFile)(process.execPath, [
    resolve(import.meta.dirname, "main.ts"),
    ...["--quick", "--out", out, "--chart", `${out}.svg`, ...names],
  ]);
  const { figures } = JSON.parse(readFileSync(out, "utf8")) as Report;
  expect(new Set(figures.map(({ question }) => question.split(":")[0]))).toEqual(new Set(names));
  for (const { name, median } of figures) expect(median, name).toBeGreaterThan(0);
  expect(readFileSync(`${out}.svg`, "utf8")).toContain(">skeleton in Express<");
  for (const { name } of figures) expect(stdout).toContain(`| ${name} |`);
});

test("each contender is sampled once in each round, and ratios are taken within rounds", async () => {
  const ran: string[] = [];
  let round = 0;
  const side = (name: string, cost: number) => ({
    name,
    sample: () => {
      ran.push(name);
      round += 0.5;
      return Promise.resolve(cost * Math.ceil(round));
    },
  });
  const costs = await measure([side("a", 3), side("b", 1)], { pairs: 20, warmUps: 0 });
  for (let at = 0; at < 40; at += 2) expect(ran.slice(at, at + 2).toSorted()).toEqual(["a", "b"]);
  expect(new Set(ran.filter((_, at) => at % 2 === 0))).toEqual(new Set(["a", "b"]));
  expect(ratioOf(costs, "a", "b")).toEqual({ median: 3, low: 3, high: 3, samples: 20 });
  expect(ratioOf([costs, costs], "a", "b").samples).toBe(40);
});

test("an estimate is the median, and its interval covers the difference between processes", () => {
  expect(estimate([1, 2, 3, 4, 9]).median).toBe(3);
  expect(() => estimate([])).toThrow(RangeError);
  const apart = estimate(
    ...[1, 1, 1.1, 1.1, 1.2, 1.2].map((cost) => new Array<number>(20).fill(cost)),
  );
  expect([apart.low, apart.high]).toEqual([1, 1.2]);
});

test("a report shows which aims are met", () => {
  const reportOf = (...figures: Partial<Figure>[]): Report => ({
    date: "2026-11-02",
    commit: "abc",
    machine: "2 cores",
    versions: { node: "24" },
    figures: figures.map((figure, index) => ({
      question: "q",
      name: `f${index}`,
      unit: "×",
      better: "more",
      median: 1,
      low: 0.98,
      high: 1.02,
      samples: 60,
      ...figure,
    })),
  });
  const met = markdown(reportOf({ aim: 0.97 }, { aim: 0.99 }, { aim: 1.1, better: "less" }));
  expect(met.match(/: (met|missed)/g)).toEqual([": met", ": missed", ": met"]);
});
