import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess } from "../../server/gateway/testing/gateway-process.ts";
import { hostedBody } from "../../server/gateway/testing/order-bodies.ts";
import type { Figure } from "../figures.ts";
import { Load } from "../load.ts";
import { inSets, measure, ratioOf, type Costs, type Plan } from "../paired.ts";
import type { Question } from "../question.ts";
import { requestBytes } from "../workloads.ts";

/** Processor time that recording for the console adds to a request of a sandbox. No console is open. */
export const inspector: Question = {
  about: "processor time of recording requests for the console",
  sizes: [],
  async measure({ responses, plan }): Promise<Figure[]> {
    const half = { ...plan, pairs: plan.pairs / 2 };
    const sets = await inSets(half, (plan) => measureSet(responses, plan));
    return LENGTHS.map((length, at) => ({
      question: "inspector: processor time",
      name: `a list of ${length} that is kept, beside one that is not`,
      unit: "×",
      better: "less",
      aim: 1.02,
      ...ratioOf(
        sets.flatMap((set) => set[at] ?? []),
        "kept",
        "not kept",
      ),
    }));
  },
};

type Side = "kept" | "not kept";

const LENGTHS = [1, 15];

/** The sandbox does not record requests with the console's own header. The other header has the same length and no meaning. */
const header: Readonly<Record<Side, string>> = { kept: "X-Benches", "not kept": "X-Console" };

async function measureSet(responses: number, plan: Plan): Promise<Costs<Side>[]> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await mkdtempDisposable(join(tmpdir(), "bench-inspector-")));
  const environment = { MODE: "sandbox", PORT: "0", DATA_DIR: path, LOG_LEVEL: "warn" };
  const { url, token, processorTime } = stack.use(await startGatewayProcess(environment));
  for (let count = 0; count < Math.max(...LENGTHS); count += 1)
    await fetch(`${url}/api/v2/orders/payment`, {
      method: "POST",
      headers: { "X-SERVICE-AUTH": token, "Content-Type": "application/json" },
      body: JSON.stringify(hostedBody(`bench-${count}`)),
    });
  const costs: Costs<Side>[] = [];
  for (const length of LENGTHS) {
    using load = await Load.to(Number(new URL(url).port));
    const sides = (["kept", "not kept"] as const).map((name) => {
      const target = `/api/v2/orders/transactions?limit=${length}`;
      const own = { "X-SERVICE-AUTH": token, [header[name]]: "1" };
      const request = requestBytes("GET", target, own);
      return { name, sample: () => load.costOf(request, responses, processorTime) };
    });
    costs.push(await measure(sides, plan));
  }
  return costs;
}
