import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Deployment } from "kubernetes-models/apps/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import { expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { follow } from "../../../server/skeleton/testing/running-process.ts";
import { startGatewayProcess } from "../../../server/gateway/testing/gateway-process.ts";
import { temporaryFolder } from "../../../server/gateway/testing/open-gateway.ts";
import { hostedBody } from "../../../server/gateway/testing/order-bodies.ts";
import { freePort } from "../../../server/gateway/testing/postgres.ts";

const root = resolve(import.meta.dirname, "../../..");
const read = (name: string) => readFileSync(join(root, "server/gateway/deploy", name), "utf8");
const run = promisify(execFile);

test("the command of the image starts a gateway, and its health check sees whether it runs", async () => {
  const dockerfile = read("Dockerfile");
  const [check = [], command = []] = [...dockerfile.matchAll(/CMD (\[.*\])/g)].map(
    ([, list = ""]) => JSON.parse(list) as string[],
  );
  const port = String(await freePort());
  const env = { ...process.env, MODE: "sandbox", PORT: port, DATA_DIR: temporaryFolder() };
  const [program = "", ...given] = command;
  const gateway = follow(spawn(program, given, { cwd: root, env }));
  onTestFinished(() => void gateway.end("SIGKILL"));
  await gateway.printed(/Payment gateway/);
  const [checker = "", ...how] = check;
  await run(checker, how, { env });
  expect(await gateway.end("SIGTERM")).toBe(0);
  await expect(run(checker, how, { env })).rejects.toMatchObject({ code: 1 });
});

test("the image installs packages, and uses a module, that exist", () => {
  const dockerfile = read("Dockerfile");
  const workspaces = [...dockerfile.matchAll(/--workspace (\S+)/g)].map(
    ([, name = ""]) => `${name}/package.json`,
  );
  const used = [...dockerfile.matchAll(/from '\/gateway\/(\S+)'/g)].map(([, name = ""]) => name);
  expect([workspaces.length, used.length]).toEqual([2, 1]);
  for (const name of [...workspaces, ...used])
    expect(existsSync(join(root, name)), name).toBe(true);
});

test("the Kubernetes manifest is valid, and has two replicas that stop as long as they drain", () => {
  const documents = parseAllDocuments(read("kubernetes.yaml")).map(
    (text) => text.toJS() as unknown,
  );
  const [deployment, budget, service] = documents as [object, object, object];
  for (const model of [
    new Deployment(deployment),
    new PodDisruptionBudget(budget),
    new Service(service),
  ])
    expect(() => {
      model.validate();
    }).not.toThrow();
  expect(deployment).toMatchObject({
    spec: { replicas: 2, template: { spec: { terminationGracePeriodSeconds: 20 } } },
  });
  expect(() => {
    new Deployment({ ...deployment, spec: { replicas: "two" } } as object).validate();
  }).toThrow();
});

test.each([
  [
    "compose.yaml",
    () => Object.keys((parse(read("compose.yaml")) as Compose).services.gateway.environment),
  ],
  [
    "kubernetes.yaml",
    () =>
      [...read("kubernetes.yaml").matchAll(/\{ name: ([A-Z_]+),/g)].map(([, name = ""]) => name),
  ],
  [
    "payment-gateway.service",
    () =>
      [...read("payment-gateway.service").matchAll(/(?<=^Environment=.*)\b([A-Z_]+)=/gm)].map(
        ([, name = ""]) => name,
      ),
  ],
  [
    "Dockerfile",
    () => [...read("Dockerfile").matchAll(/([A-Z_]{3,})=/g)].map(([, name = ""]) => name),
  ],
])("%s sets documented settings", (_name, names) => {
  const page = readFileSync(join(root, "docs/running.md"), "utf8");
  const set = names().filter((name) => !/^(NODE_|EXAMPLE_)/.test(name));
  expect(set.length).toBeGreaterThan(2);
  expect(set.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

interface Compose {
  readonly services: { readonly gateway: { readonly environment: object } };
}

const analyze = "/usr/bin/systemd-analyze";

test.runIf(existsSync(analyze))("the systemd unit leaves a process few rights", async () => {
  const unit = join(root, "server/gateway/deploy/payment-gateway.service");
  // In tenths; 100 is a service without any limit.
  await run(analyze, ["security", "--offline=true", "--threshold=20", unit]);
});

test("a gateway runs on IPv6, in a Turkish locale, in a time zone of a quarter of an hour, and in 256 MB", async () => {
  const gateway = await startGatewayProcess({
    MODE: "sandbox",
    PORT: "0",
    HOST: "::1",
    LOG_LEVEL: "silent",
    DATA_DIR: temporaryFolder(),
    LANG: "tr_TR.UTF-8",
    LC_ALL: "tr_TR.UTF-8",
    TZ: "Asia/Kathmandu",
    NODE_OPTIONS: "--max-old-space-size=256",
  });
  onTestFinished(() => void gateway.end("SIGKILL"));
  expect(gateway.url).toMatch(/^http:\/\/\[::1\]:/);
  const headers = { "X-SERVICE-AUTH": gateway.token, "Content-Type": "application/json" };
  const placed = Array.from({ length: 300 }, async (_, at): Promise<unknown> => {
    const body = JSON.stringify(hostedBody(`İI-${at}`));
    return (
      await fetch(`${gateway.url}/api/v2/orders/payment`, { method: "POST", headers, body })
    ).json();
  });
  const [order] = (await Promise.all(placed)) as {
    transaction: { createdAt: string };
    payment: { url: string };
  }[];
  const age = Date.now() - Date.parse(order?.transaction.createdAt ?? "");
  expect(age).toBeLessThan(120_000);
  expect((await fetch(order?.payment.url ?? "")).status).toBe(200);
  const listed = await fetch(`${gateway.url}/api/v2/orders/transactions?limit=1`, { headers });
  expect(await listed.json()).toMatchObject({ pagination: { total: 300 } });
});
