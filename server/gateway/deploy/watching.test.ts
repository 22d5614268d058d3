import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { pay } from "../testing/payments.ts";
import { startGatewayProcess } from "../testing/gateway-process.ts";
import { onPostgres, temporaryFolder, testLocation } from "../testing/open-gateway.ts";
import { hostedBody } from "../testing/order-bodies.ts";
import { payOnPage } from "../testing/paid-order.ts";
import { freePort } from "../testing/postgres.ts";
import { callGateway } from "../testing/call-gateway.ts";

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
const alerts = (
  parse(read("alerts.yaml")) as { groups: { rules: readonly Rule[] }[] }
).groups.flatMap(({ rules }) => rules);
const charts = (JSON.parse(read("dashboard.json")) as Dashboard).panels
  .flatMap(({ targets }) => targets)
  .map(({ expr }) => expr.replaceAll("$__rate_interval", "10s"));

test("the page says of every alert what to do", () => {
  const page = read("../../../docs/operations.md");
  const described = [...page.matchAll(/^\| (`[A-Z].*?`) +\|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(described.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});

describe.runIf(onPostgres)("the metrics of a running gateway", () => {
  test("are those that alerts and dashboard name", async () => {
    const { url, call } = await payOnPage({});
    await call("POST", "/api/v2/orders/payment", "{}");
    // Prometheus adds `up`, `job` and `instance`.
    const known = new Map([["up", new Set<string>()]]);
    const scrape = async () => (await fetch(`${url}/metrics`)).text();
    // The attempt is counted after its result is stored.
    await expect.poll(scrape).toContain("gateway_delivery_attempts_total{");
    const text = await scrape();
    for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? /gm))
      known.set(name, new Set([...labels.matchAll(/(\w+)=/g)].map(([, label = ""]) => label)));
    for (const expression of [...charts, ...alerts.map(({ expr }) => expr)]) {
      const used = [
        ...expression.matchAll(/\b((?:gateway|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g),
      ];
      expect(used, expression).not.toEqual([]);
      for (const [, name = "", matchers = ""] of used) {
        expect([...known.keys()], expression).toContain(name);
        for (const [, label] of matchers.matchAll(/(\w+)[=!]/g))
          expect([...(known.get(name) ?? []), "job", "instance"]).toContain(label);
      }
    }
  });

  test.runIf(hasPrometheus())("give Prometheus a value for every chart", async () => {
    // A process of its own, because the memory of this one is that of all tests.
    const gateway = await startGatewayProcess({
      MODE: "sandbox",
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: await testLocation(),
    });
    onTestFinished(async () => void (await gateway.end("SIGKILL")));
    expect(await pay(gateway, 1)).toMatchObject({ failed: 0, callbacks: 1 });
    const call = callGateway(gateway.url, gateway.token);
    const ask = await startPrometheus(gateway.url);
    const isScraped = async () => (await ask("up")).length;
    await expect.poll(isScraped).toBe(1);
    const orders = Array.from({ length: 20 }, (_, at) => hostedBody(`further-${at}`));
    for (const body of [...orders, "{}"]) await call("POST", "/api/v2/orders/payment", body);
    for (const expression of charts)
      await expect.poll(() => ask(expression), { message: expression }).not.toEqual([]);
    for (const { alert, expr } of alerts) expect(await ask(expr), alert).toEqual([]);
    await gateway.end("SIGTERM");
    const [gone] = alerts.filter(({ alert }) => alert === "GatewayGone");
    await expect.poll(() => ask(gone?.expr ?? "")).toHaveLength(1);
  });
});

function hasPrometheus(): boolean {
  try {
    execFileSync("prometheus", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts a Prometheus that scrapes a gateway. Returns a function that evaluates an expression. */
async function startPrometheus(url: string): Promise<(query: string) => Promise<unknown[]>> {
  const folder = temporaryFolder();
  const config = {
    global: { scrape_interval: "500ms", scrape_timeout: "500ms" },
    rule_files: [join(import.meta.dirname, "alerts.yaml")],
    scrape_configs: [
      { job_name: "payment-gateway", static_configs: [{ targets: [new URL(url).host] }] },
    ],
  };
  const file = join(folder, "prometheus.yaml");
  writeFileSync(file, stringify(config));
  const port = await freePort();
  const child = spawn("prometheus", [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  child.stdout.resume();
  child.stderr.resume();
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  });
  const api = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${api}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return async (query) => {
    const response = await fetch(`${api}/api/v1/query?${new URLSearchParams({ query })}`);
    const {
      status,
      error = "",
      data,
    } = (await response.json()) as {
      readonly status: string;
      readonly error?: string;
      readonly data?: { readonly result: unknown[] };
    };
    expect(status, `${query}: ${error}`).toBe("success");
    return data?.result ?? [];
  };
}
