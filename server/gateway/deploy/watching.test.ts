import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { contract } from "../../../generated/gateway/index.ts";
import { createMetrics } from "../observability/metrics.ts";

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}
interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

test("alerts and dashboard name only metrics and labels that a gateway has", async () => {
  const metrics = createMetrics();
  const request = { operation: contract.operations.payOrder, method: "POST", path: "/" };
  metrics.countRequest({
    ...request,
    receivedAt: 0,
    durationMs: 1,
    status: 500,
    problem: { kind: "unknown-path" },
  });
  metrics.countPage({ status: 200, durationMs: 1 });
  metrics.countBankCall({ call: "decide", result: "failed", tookMs: 1 });
  metrics.countAttempt("acknowledged");
  const text = await metrics.text({ pending: 0, dead: 0, oldestAt: undefined }, 0);
  const known = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? /gm))
    known.set(name, new Set([...labels.matchAll(/(\w+)=/g)].map(([, label = ""]) => label)));
  // Prometheus adds them.
  known.set("up", new Set());
  const added = ["job", "instance"];
  const { groups } = parse(read("alerts.yaml")) as Rules;
  const { panels } = JSON.parse(read("dashboard.json")) as Dashboard;
  const expressions = [
    ...groups.flatMap(({ rules }) => rules),
    ...panels.flatMap(({ targets }) => targets),
  ].map(({ expr }) => expr);
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) {
    const used = [
      ...expression.matchAll(/\b((?:gateway|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g),
    ];
    expect(used, expression).not.toEqual([]);
    for (const [, name = "", matchers = ""] of used) {
      expect([...known.keys()], expression).toContain(name);
      const labels = [...matchers.matchAll(/(\w+)[=!]/g)].map(([, label]) => label);
      for (const label of labels) expect([...(known.get(name) ?? []), ...added]).toContain(label);
    }
  }
});
