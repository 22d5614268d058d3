import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { chosen } from "./random.ts";

test("no test draws without a seed", async () => {
  const found: string[] = [];
  const files = glob("{bench,client,conformance,contract,scripts,server,spec}/**/*.test.ts", {
    exclude: ["**/node_modules/**"],
  });
  for await (const file of files) {
    const text = await readFile(file, "utf8");
    const drawing = text.match(/\bfc\.(?:assert|check|sample)\(/g)?.length ?? 0;
    const seeded = text.match(/\bseed(?:: |, numRuns)/g)?.length ?? 0;
    const isLoose = /\b(?:Math\.random|randomInt)\(/.test(text);
    if (drawing > seeded || isLoose) found.push(file);
  }
  expect(found).toEqual([]);
});

test("a share of many is the same with the same seed, and in the same sequence", () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  const some = chosen(all, 10, "numbers");
  expect(some).toHaveLength(10);
  expect(chosen(all, 10, "numbers")).toEqual(some);
  expect(some.toSorted((one, other) => one - other)).toEqual(some);
});
