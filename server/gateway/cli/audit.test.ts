import { expect, test } from "vitest";
import { createAuthorization } from "../domain/authorizations/authorizations.ts";
import { createPartner } from "../domain/partners/partners.ts";
import { openGateway } from "../open.ts";
import { testSettings } from "../testing/open-gateway.ts";
import { runCommand, sandboxOf } from "../testing/process.ts";

test("exits with 0 without findings, and with 1 otherwise", async () => {
  const settings = await testSettings();
  const env = sandboxOf(settings);
  const { gateway, close } = await openGateway(settings);
  await createPartner(gateway, "P1", { ownerType: false });
  const held = await createAuthorization(
    gateway,
    { partnerCode: "P1" },
    { merchantRefId: "m", amount: 1000 },
  );
  expect(await runCommand("cli/audit.ts", [], env)).toMatchObject({
    code: 0,
    stdout: "1 records, 1 changes, 0 findings\n",
  });

  const move = { from: "AUTHORIZED", to: "CAPTURED", at: 0 } as const;
  await gateway.store.authorizations.move(held.id, move);
  await close();
  const json = await runCommand("cli/audit.ts", ["--json"], env);
  expect(json.code).toBe(1);
  const other = { MODE: "production", MASTER_KEY: Buffer.alloc(32, 7).toString("base64") };
  expect(await runCommand("cli/audit.ts", [], { ...env, ...other })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("belongs to MODE=sandbox") as unknown,
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    records: 1,
    findings: [{ entity: "authorization", recordId: held.id }],
  });
});

test("exits with 2 without a database", async () => {
  const env = { ...sandboxOf(await testSettings()), DATABASE_URL: "" };
  const { code, stderr } = await runCommand("cli/audit.ts", [], env);
  expect([code, stderr]).toEqual([2, expect.stringContaining("DATA_DIR")]);
});
