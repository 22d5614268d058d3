/**
 * Kills the primary of a cluster several times under load, or cuts it from the network, and counts acknowledged orders and callbacks
 * that are lost, and requests that fail.
 *
 *     node bench/cluster/failovers.ts [--cut] [ORDERS A SECOND] [TIMES]
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startSink } from "../../server/gateway/testing/callback-sink.ts";
import { startLoad, storedOrders } from "../../server/gateway/testing/steady-load.ts";
import { makeGatewayCluster } from "../../server/gateway/testing/gateway-cluster.ts";
import { startCluster } from "./cluster.ts";

const { values, positionals } = parseArgs({
  options: { cut: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [rate = "100", times = "5"] = positionals;

/** Longer than the longest lease of a callback, and the first pauses. */
const CALLBACKS_MS = 60_000;

const cluster = await startCluster();
try {
  await using sink = await startSink();
  await using gateways = await makeGatewayCluster({ url: cluster.url });
  const gateway = await gateways.start({ LOG_LEVEL: "silent" });
  const load = startLoad(gateway.url, gateway.token, Number(rate), { receiver: sink.url.href });
  await load.steady();
  const faults: { readonly machine: string; readonly begun: number }[] = [];
  let writes = 0;
  for (let at = 0; at < Number(times); at += 1) {
    const begun = performance.now();
    const fault = await (values.cut ? cluster.cutPrimary() : cluster.killPrimary());
    faults.push({ machine: fault.machine, begun });
    while (performance.now() < begun + 15_000) {
      if (values.cut && (await fault.write())) writes += 1;
      await wait(500);
    }
    await fault.repair();
    await load.steady();
  }
  const orders = await load.stop();
  const acknowledged = orders.filter(({ status }) => status === 200);
  const failed = orders.filter(({ status }) => status !== 200);
  const paid = orders.filter(({ isPaid }) => isPaid);
  const called = () => new Set(sink.received.map(({ path }) => path.slice(1)));
  const uncalled = () => paid.filter(({ id }) => !called().has(id));
  const stopped = performance.now();
  while (uncalled().length > 0 && performance.now() < stopped + CALLBACKS_MS) await wait(500);
  console.log("| Primary | Failed orders | Last failure after |\n| --- | --: | --: |");
  for (const [at, { machine, begun }] of faults.entries()) {
    const next = faults[at + 1]?.begun ?? Infinity;
    const own = failed.flatMap(({ end }) => (end > begun && end < next ? end - begun : []));
    const last = Math.max(0, ...own) / 1000;
    console.log(`| ${machine} | ${own.length} | ${last.toFixed(1)} s |`);
  }
  console.log({
    orders: orders.length,
    acknowledged: acknowledged.length,
    failed: failed.length,
    paid: paid.length,
    callbacks: called().size,
    callbacksLost: uncalled().length,
    callbacksTwice: sink.received.length - called().size,
    ...(values.cut && { writesOfTheCutServer: writes }),
  });
  for (const server of cluster.servers) {
    const stored = await storedOrders(server);
    const lost = acknowledged.filter(({ id }) => !stored.has(id)).length;
    console.log(
      `${new URL(server).hostname}: ${stored.size} orders, ${lost} acknowledged ones are lost`,
    );
  }
} finally {
  cluster.stop();
}
