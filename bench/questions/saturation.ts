import type { ContenderName } from "../contenders/index.ts";
import { type Figure, rates } from "../figures.ts";
import { DOCUMENTED_OPERATIONS, pathOf } from "../large-specification.ts";
import { Load } from "../load.ts";
import { estimate, measure, ratioOf, timed } from "../paired.ts";
import { startServer } from "../processes.ts";
import { quantile } from "../../server/gateway/testing/quantile.ts";
import type { Question } from "../question.ts";
import { payment, requestBytes, requestHeaders } from "../workloads.ts";

const names = [
  "skeleton on node:http",
  "by hand on node:http",
  "skeleton in Express",
  "by hand in Express",
  "Fastify",
  "h3",
] as const satisfies readonly ContenderName[];

const CONNECTIONS = 32;

/** A sample of 300 requests would have three that are slower than 99 %. */
const SAMPLES = 10;

/** Drives servers as fast as they answer, and then at 70 % of that. */
export const saturation: Question = {
  about: "responses a second of a busy server, and the time of 99 % of them at 70 % of that",
  sizes: [DOCUMENTED_OPERATIONS],
  async measure({ folders, responses, longRounds }): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const path = pathOf(payment.operation, DOCUMENTED_OPERATIONS);
    const request = Buffer.from(requestBytes("POST", path, requestHeaders, payment.body));
    const times = responses * SAMPLES;
    const sides = [];
    for (const name of names) {
      const folder = folders.get(DOCUMENTED_OPERATIONS) ?? "";
      const { port } = stack.use(await startServer(name, folder));
      const sample = async (perSecond?: number) => {
        using load = await Load.to(port, CONNECTIONS);
        const durations: number[] = [];
        const onResponse = (durationMs: number) => void durations.push(durationMs);
        const work = () => load.send(() => request, times, onResponse, perSecond);
        const msEach = await timed(work, times);
        return { msEach, p99: quantile(durations, 0.99) };
      };
      sides.push({ name, sample });
    }
    const plan = { pairs: longRounds, warmUps: Math.min(longRounds, 5) };
    const busy = sides.map(({ name, sample }) => ({
      name,
      sample: async () => (await sample()).msEach,
    }));
    const costs = await measure<ContenderName>(busy, plan);
    const paced = sides.map(({ name, sample }) => {
      const perSecond = 700 / estimate(costs.get(name) ?? []).median;
      return { name, sample: async () => (await sample(perSecond)).p99 };
    });
    const p99s = await measure<ContenderName>(paced, plan);
    const question = `saturation: ${payment.name}, ${CONNECTIONS} connections`;
    const of = (name: ContenderName): Figure[] => [
      { question, name, better: "more", ...rates(costs.get(name) ?? []) },
      {
        question,
        name: `${name}, 99 % of responses at 70 %`,
        unit: "ms",
        better: "less",
        ...estimate(p99s.get(name) ?? []),
      },
    ];
    const ratio = (name: ContenderName): Figure => ({
      question,
      name: `${name}, times as many as Fastify`,
      unit: "×",
      better: "more",
      ...ratioOf(costs, "Fastify", name),
    });
    return [...names.flatMap(of), ...names.filter((name) => name !== "Fastify").map(ratio)];
  },
};
