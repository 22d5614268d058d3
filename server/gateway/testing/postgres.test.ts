import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtempDisposable } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requireOpenToItsUser } from "./postgres.ts";

test("root is told which folder PostgreSQL's own user may not enter", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "closed-"));
  const inside = join(folder.path, "repository");
  await mkdir(inside);
  await chmod(folder.path, 0o700);
  await expect(requireOpenToItsUser(inside, 0)).rejects.toThrow(
    `no other user may enter ${folder.path}. Clone the repository elsewhere`,
  );
  await expect(requireOpenToItsUser(inside, 1000)).resolves.toBeUndefined();
  await chmod(folder.path, 0o755);
  await expect(requireOpenToItsUser(inside, 0)).resolves.toBeUndefined();
});

test("a process that had a PostgreSQL keeps its exit status", async () => {
  const program = `
    const { startPostgres } = await import("./server/gateway/testing/postgres.ts");
    await (await startPostgres({ durable: false })).stop();
    process.exitCode = 3;`;
  const child = execFile(process.execPath, ["--input-type=module", "--eval", program]);
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(3);
});
