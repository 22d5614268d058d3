import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAuthorization } from "../../domain/authorizations/authorizations.ts";
import { createPartner } from "../../domain/partners/partners.ts";
import { openGateway } from "../open.ts";
import { testSettings } from "../../testing/open-gateway.ts";
import { runCommand, sandboxOf } from "../../testing/process.ts";

const command = "process/commands/audit.ts";

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
  expect(await runCommand(command, [], env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^1 records, 1 changes, 0 findings in \S+gateway\.sqlite\n$/,
    ) as unknown,
  });

  const move = { from: "AUTHORIZED", to: "CAPTURED", at: 0 } as const;
  await gateway.store.authorizations.move(held.id, move);
  await close();
  const json = await runCommand(command, ["--json"], env);
  expect(json.code).toBe(1);
  const MASTER_KEY = Buffer.alloc(32, "key 7").toString("base64");
  expect(await runCommand(command, [], { ...env, MODE: "production", MASTER_KEY })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("belongs to MODE=sandbox") as unknown,
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    database: join(settings.dataDirectory, "gateway.sqlite"),
    records: 1,
    findings: [{ entity: "authorization", recordId: held.id }],
  });
});

test("changes nothing, and reports no findings of what is no database of a gateway", async () => {
  const settings = await testSettings();
  const { dataDirectory } = settings;
  const env = sandboxOf(settings);
  const noGateway = {
    code: 2,
    stderr: expect.stringContaining("has no data of a gateway") as unknown,
  };
  expect(await runCommand(command, [], env)).toMatchObject(noGateway);
  expect(readdirSync(dataDirectory)).toEqual([]);

  const file = join(dataDirectory, "gateway.sqlite");
  writeFileSync(file, "", { mode: 0o600 });
  for (const name of ["audit", "token", "receive"])
    expect(await runCommand(`process/commands/${name}.ts`, [], env)).toMatchObject(noGateway);
  expect(readdirSync(dataDirectory)).toEqual(["gateway.sqlite"]);
  expect(readFileSync(file, "utf8")).toBe("");

  await (await openGateway(settings)).close();
  const before = readFileSync(file);
  expect(await runCommand(command, [], env)).toMatchObject({ code: 0 });
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(dataDirectory)).toEqual(["gateway.sqlite", "master.key"]);
});
