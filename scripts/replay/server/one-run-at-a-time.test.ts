import { mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { untilAlone } from "./one-run-at-a-time.ts";

test("a second run on one server waits, and says so once", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "alone-"));
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  const first = await untilAlone(new URL("http://127.0.0.1:4010"), tell, folder.path);
  let isThere = false;
  const second = untilAlone(new URL("http://localhost:4010/x"), tell, folder.path).then((own) => {
    isThere = true;
    return own;
  });
  await using other = await untilAlone(new URL("http://127.0.0.1:4011"), tell, folder.path);
  expect(other).toBeDefined();
  await expect.poll(() => told.length).toBe(1);
  expect(isThere).toBe(false);
  expect(told).toEqual([
    `Another run (process ${process.pid}) plays on http://localhost:4010; this one waits.`,
  ]);
  await first[Symbol.asyncDispose]();
  await (await second)[Symbol.asyncDispose]();
  expect(await readdir(folder.path)).toHaveLength(1);
});

test("what a run left that was killed holds nobody up", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "alone-"));
  const url = new URL("http://127.0.0.1:4010");
  await using own = await untilAlone(url, () => undefined, folder.path);
  const [file = ""] = await readdir(folder.path);
  await own[Symbol.asyncDispose]();
  // No process has a number that high.
  await writeFile(join(folder.path, file), "2147483646");
  const told: string[] = [];
  await using next = await untilAlone(url, (line) => told.push(line), folder.path);
  expect([next, told]).toEqual([expect.anything(), []]);
});
