import { expect, test } from "vitest";
import { prepare } from "./prepare.ts";
import { markdown, worseThan, type Figure, type Report } from "./figures.ts";
import { estimate, joined, measure, ratioOf } from "./paired.ts";
import { questions } from "./questions/index.ts";
import { DOCUMENTED_OPERATIONS } from "./specification.ts";

/** Answers every question as fast as can be; what comes out is no measurement. */
const smallest = { plan: { pairs: 1, warmUps: 0 }, answers: 32, longRounds: 1 };

/** The gateway's starts a PostgreSQL and three gateways, which takes a busy machine more than a minute. */
const LIMIT_MS = 300_000;

// What needs larger contracts than those that there are already takes minutes.
const short = ["servers", "growth", "start", "client", "gateway"] as const;

test.each(short)(
  "the benchmark answers %s",
  async (name) => {
    const folders = await prepare("", [DOCUMENTED_OPERATIONS]);
    const figures = await questions[name].answer({ ...smallest, folders });
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect(figure.median, figure.name).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test("contenders are sampled once in each round, and compared within it", async () => {
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
  expect(ratioOf(joined([costs, costs]), "a", "b").samples).toBe(40);
});

test("an estimate is the median, and its interval is about as wide as the values are apart", () => {
  const { median, low, high } = estimate(Array.from({ length: 99 }, (_, at) => at + 1));
  expect(median).toBe(50);
  expect(low).toBeGreaterThan(35);
  expect(low).toBeLessThan(45);
  expect(high).toBeGreaterThan(55);
  expect(high).toBeLessThan(65);
  expect(() => estimate([])).toThrow(RangeError);
});

test("a report says which aims are met, and which figures became worse by more than their interval", () => {
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
      ...{ median: 1, low: 0.98, high: 1.02, samples: 60 },
      ...figure,
    })),
  });
  const met = markdown(reportOf({ aim: 0.97 }, { aim: 0.99 }, { aim: 1.1, better: "less" }));
  expect(met.match(/: (met|missed)/g)).toEqual([": met", ": missed", ": met"]);
  const slower = { median: 0.9, low: 0.89, high: 0.91 };
  const before = reportOf({}, {}, { better: "less" }, { unit: "s", ...slower });
  const after = reportOf({}, slower, { better: "less", ...slower }, { unit: "s" });
  expect(worseThan(before, after)).toEqual(["q, f1: 0.90 ×, before 1.00 ×"]);
  expect(worseThan(after, before)).toEqual(["q, f2: 1.00 ×, before 0.90 ×"]);
});
