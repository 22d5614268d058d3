import { mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { untilAlone } from "./one-run-at-a-time.ts";

test("a second run on the same server waits and logs this once", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "alone-"));
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
  };
  const first = await untilAlone(new URL("http://127.0.0.1:4010"), log, folder.path);
  let isThere = false;
  const second = untilAlone(new URL("http://localhost:4010/x"), log, folder.path).then((own) => {
    isThere = true;
    return own;
  });
  await using otherAsyncDisposable = await untilAlone(
    new URL("http://127.0.0.1:4011"),
    log,
    folder.path,
  );
  expect(otherAsyncDisposable).toBeDefined();
  await expect.poll(() => lines.length).toBe(1);
  expect(isThere).toBe(false);
  expect(lines).toEqual([
    `Another run (process ${process.pid}) uses http://localhost:4010. Waiting for its end.`,
  ]);
  await first[Symbol.asyncDispose]();
  await (await second)[Symbol.asyncDispose]();
  expect(await readdir(folder.path)).toHaveLength(1);
});

test("the lock of a killed run is ignored", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "alone-"));
  const url = new URL("http://127.0.0.1:4010");
  await using own = await untilAlone(url, () => undefined, folder.path);
  const [file = ""] = await readdir(folder.path);
  await own[Symbol.asyncDispose]();
  // No process has such a high id.
  await writeFile(join(folder.path, file), "2147483646");
  const log = vi.fn<(line: string) => void>();
  await using next = await untilAlone(url, log, folder.path);
  expect(next).toBeDefined();
  expect(log).not.toHaveBeenCalled();
});
