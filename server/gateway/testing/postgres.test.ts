import { execFile } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

test("a process that starts a PostgreSQL keeps its exit status", async () => {
  const program = `
    const { startPostgres } = await import("./server/gateway/testing/postgres.ts");
    await (await startPostgres({ durable: false })).stop();
    process.exitCode = 3;`;
  const child = execFile(process.execPath, ["--input-type=module", "--eval", program]);
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(3);
});
