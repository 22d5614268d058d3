import { execFile } from "node:child_process";
import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { callGateway } from "../../testing/call-gateway.ts";
import { startGatewayProcess } from "../../testing/gateway-process.ts";
import { temporaryFolder } from "../../testing/open-gateway.ts";
import { hostedBody } from "../../testing/order-bodies.ts";

const run = promisify(execFile);
const command = (name: string) => join(import.meta.dirname, name);

test("a backup of a running gateway has every acknowledged order, and a gateway starts with it", async () => {
  const [folder, restored] = [temporaryFolder(), temporaryFolder()];
  const backup = join(temporaryFolder(), "backup.sqlite");
  const env = { ...process.env, MODE: "sandbox", PORT: "0", DATA_DIR: folder, LOG_LEVEL: "silent" };
  const gateway = await startGatewayProcess(env);
  const call = callGateway(gateway.url, gateway.token);
  const place = async (id: string) => {
    const { status } = await call("POST", "/api/v2/orders/payment", hostedBody(id));
    expect(status).toBe(200);
  };
  const acknowledged = Array.from({ length: 50 }, (_, order) => `before-${order}`);
  await Promise.all(acknowledged.map(place));
  const during = Promise.all(Array.from({ length: 50 }, (_, order) => place(`during-${order}`)));
  const { stdout } = await run(process.execPath, [command("backup.ts"), backup], { env });
  expect(stdout).toMatch(/^Wrote \d+ bytes/);
  await during;
  await gateway.end("SIGTERM");

  expect(statSync(backup).mode & 0o077).toBe(0);
  await expect(
    run(process.execPath, [command("backup.ts"), backup], { env }),
  ).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("exists already") as unknown,
  });
  const toFullDisk = ["-c", '"$0" "$1" --help >/dev/full', process.execPath, command("backup.ts")];
  await expect(run("sh", toFullDisk)).rejects.toMatchObject({ code: 2 });
  copyFileSync(backup, join(restored, "gateway.sqlite"));
  copyFileSync(join(folder, "master.key"), join(restored, "master.key"));
  const again = await startGatewayProcess({ ...env, DATA_DIR: restored });
  const listed = await fetch(`${again.url}/api/v2/orders/transactions?limit=1`, {
    headers: { "X-SERVICE-AUTH": gateway.token },
  });
  const { pagination } = (await listed.json()) as { pagination: { total: number } };
  expect(pagination.total).toBeGreaterThanOrEqual(acknowledged.length);
  await again.end("SIGTERM");
  await run(process.execPath, [command("audit.ts")], { env: { ...env, DATA_DIR: restored } });
});
