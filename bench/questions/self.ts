import type { Figure } from "../figures.ts";
import { estimate, inSets, measure, ratioOf } from "../paired.ts";
import { startServer } from "../processes.ts";
import type { Question } from "../question.ts";
import { DOCUMENTED_OPERATIONS } from "../large-specification.ts";
import { payment } from "../workloads.ts";

/** Checks the benchmark: it must find no difference between two equal servers, and a small one where there is a small one. */
export const self: Question = {
  about: "check of the benchmark: a server compared with itself, and with 5 % more work",
  sizes: [DOCUMENTED_OPERATIONS],
  async measure({ folders, plan, responses }): Promise<Figure[]> {
    const folder = folders.get(DOCUMENTED_OPERATIONS) ?? "";
    const started = await inSets(plan, async (set) => {
      await using stack = new AsyncDisposableStack();
      const start = async (name: "one" | "other" | "busy", busyUs?: number) => {
        const server = stack.use(await startServer("by hand on node:http", folder, busyUs));
        return { name, sample: () => server.costOf(payment, responses) };
      };
      const alone = (await measure([await start("one")], plan)).get("one") ?? [];
      const busyUs = estimate(alone).median * 0.05;
      const sides = [await start("one"), await start("other"), await start("busy", busyUs)];
      return await measure(sides, set);
    });
    const figure = { question: "self: processor time", unit: "×", better: "less" } as const;
    return [
      { ...figure, name: "a server beside itself", ...ratioOf(started, "other", "one") },
      { ...figure, name: "with 5 % more to do", ...ratioOf(started, "busy", "one") },
    ];
  },
};
