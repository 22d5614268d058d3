import { full } from "../testing/full-run.ts";
import { join } from "node:path";
import { expect, test } from "vitest";
import { virtualHost } from "../../../spec/library/testing/virtual-host.ts";
import { generate, type GeneratedFiles } from "../../../scripts/generate/index.ts";
import { largeSpecification } from "../testing/large-specification.ts";

// With FULL=1 the counts that others are promised; without, only that the files do not outgrow the operations.
const operations = full ? 1000 : 40;
const entry = join(import.meta.dirname, "large-specification.tsp");

test(`${operations} operations cost about twice what half of them cost`, async () => {
  const half = await measured(operations / 2);
  const whole = await measured(operations);
  for (const [name, text] of whole.files) {
    expect(text.length, name).toBeLessThan(5_000_000);
    // What is long is split, into files that half of the operations do not need.
    const before = half.files.get(name);
    if (before !== undefined) expect(text.length, name).toBeLessThan(3 * before.length);
  }
  expect(sizeOf(whole.files)).toBeLessThan(3 * sizeOf(half.files));
  // Starting costs the same for both.
  if (operations === 1000) expect(whole.cpuMs / half.cpuMs).toBeLessThan(3);
}, 180_000);

async function measured(count: number) {
  const before = process.cpuUsage();
  const files = await generate(entry, { host: virtualHost(entry, largeSpecification(count)) });
  const { user, system } = process.cpuUsage(before);
  return { files, cpuMs: (user + system) / 1000 };
}

function sizeOf(files: GeneratedFiles): number {
  return [...files.values()].reduce((sum, text) => sum + text.length, 0);
}
