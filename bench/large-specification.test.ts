import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../scripts/generate/index.ts";
import { full } from "../server/gateway/testing/long-test.ts";
import { virtualHost } from "../spec/library/testing/virtual-host.ts";
import { specificationOf } from "./large-specification.ts";

/** In characters. People, editors and code reviews read generated files. */
const LONGEST_FILE = 5_000_000;

test.runIf(full)(
  "1,000 operations like the gateway's make no file too long, in time that grows with their number",
  async () => {
    const few = await measured(250);
    const many = await measured(1000);
    const long = [...many.files].filter(([, text]) => text.length > LONGEST_FILE);
    expect(long.map(([file, text]) => `${file}: ${text.length}`)).toEqual([]);
    // Four times the operations may take four times as long. Quadratic work would take 16 times as long.
    expect(many.cpuMs / few.cpuMs).toBeLessThan(6);
  },
  600_000,
);

async function measured(count: number) {
  const entry = join(import.meta.dirname, "specification.tsp");
  const before = process.cpuUsage();
  const files = await generate(entry, { host: virtualHost(entry, specificationOf(count)) });
  const { user, system } = process.cpuUsage(before);
  return { files, cpuMs: (user + system) / 1000 };
}
