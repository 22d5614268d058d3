import { deepStrictEqual } from "node:assert";
import { BROKEN_PAGE, cannedResponse } from "../canned-responses.ts";
import { contenders, type ContenderName } from "../contenders/index.ts";
import type { Figure } from "../figures.ts";
import { inSets, measure, ratioOf, type Costs, type Plan } from "../paired.ts";
import { startServer, type ServerProcess } from "../processes.ts";
import type { Question } from "../question.ts";
import { DOCUMENTED_OPERATIONS, pathOf } from "../large-specification.ts";
import { list, payment, requestHeaders, type Workload } from "../workloads.ts";

const names = Object.keys(contenders) as ContenderName[];

const workloads = [payment, list(15), list(50)];

/** Aims of the skeleton: how many times as fast as another server, by workload. */
const aims: readonly [ContenderName, ContenderName, readonly number[]][] = [
  ["skeleton in Express", "by hand in Express", [0.97, 0.97, 0.97]],
  ["skeleton in Express", "bare Express", [1.4, 1.2, 1.12]],
  ["skeleton on node:http", "by hand on node:http", [0.97, 0.97, 0.97]],
  ["skeleton on node:http", "Fastify", [1.05, 1.08, 1.25]],
];

/** All contenders compared with Fastify, and the skeleton with the other servers of the aims. */
const comparisons: readonly (readonly [ContenderName, ContenderName])[] = [
  ...names.filter((name) => name !== "Fastify").map((name) => [name, "Fastify"] as const),
  ...aims.filter(([, peer]) => peer !== "Fastify").map(([name, peer]) => [name, peer] as const),
];

/** Compares the servers' processor time for each response. All servers do the same work. */
export const servers: Question = {
  about: "processor time of a response, compared with other servers",
  sizes: [DOCUMENTED_OPERATIONS],
  async measure({ folders, plan, responses }): Promise<Figure[]> {
    const folder = folders.get(DOCUMENTED_OPERATIONS) ?? "";
    const sets = await inSets(plan, (plan) => measureSet(folder, plan, responses));
    const figures: Figure[] = [];
    for (const [index, workload] of workloads.entries()) {
      const costs = sets.flatMap((set) => set[index] ?? []);
      for (const [name, peer] of comparisons) {
        const aim = aims.find((aim) => aim[0] === name && aim[1] === peer)?.[2][index];
        figures.push({
          question: `servers: ${workload.name}`,
          name: `${name}, times as fast as ${peer}`,
          unit: "×",
          better: "more",
          ...ratioOf(costs, peer, name),
          ...(aim !== undefined && { aim }),
        });
      }
    }
    return figures;
  },
};

/** Costs of all contenders by workload. The contenders are started for each set. */
async function measureSet(
  folder: string,
  plan: Plan,
  responses: number,
): Promise<Costs<ContenderName>[]> {
  await using stack = new AsyncDisposableStack();
  const started = await Promise.all(
    names.map(async (name) => {
      const server = stack.use(await startServer(name, folder));
      await requireEqualWork(name, server);
      return { name, server };
    }),
  );
  const costs = [];
  let { warmUps } = plan;
  for (const workload of workloads) {
    const sides = started.map(({ name, server }) => ({
      name,
      sample: () => server.costOf(workload, responses),
    }));
    costs.push(await measure(sides, { ...plan, warmUps }));
    // The code that all workloads share is already optimised.
    warmUps = Math.floor(plan.warmUps / 2);
  }
  return costs;
}

/**
 * Checks that a server does the work that is measured: it answers with the same bytes as the others. Unless it is the bare
 * Express, it also refuses an invalid request and an invalid response.
 */
async function requireEqualWork(name: ContenderName, { port }: ServerProcess): Promise<void> {
  const ask = async ({ operation, method, query, body }: Workload) => {
    const path = pathOf(operation, DOCUMENTED_OPERATIONS);
    const url = `http://127.0.0.1:${port}${path}${query}`;
    const response = await fetch(url, { method, headers: requestHeaders, body: body ?? null });
    return { status: response.status, text: await response.text() };
  };
  for (const workload of workloads) {
    const query = Object.fromEntries(new URLSearchParams(workload.query));
    const text = JSON.stringify(cannedResponse(workload.operation, query));
    deepStrictEqual(await ask(workload), { status: 200, text }, `${name}, ${workload.name}`);
  }
  const validates = name !== "bare Express";
  const tooMany = await ask(list(51));
  deepStrictEqual(tooMany.status, validates ? 400 : 200, `${name}: a request that is not valid`);
  const broken = await ask(list(15, BROKEN_PAGE));
  deepStrictEqual(broken.status, validates ? 500 : 200, `${name}: a response that is not valid`);
}
