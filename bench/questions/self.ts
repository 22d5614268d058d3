import type { Figure } from "../figures.ts";
import { Load } from "../load.ts";
import { inSets, measure, ratioOf } from "../paired.ts";
import type { Question } from "../question.ts";
import { startServer } from "../server-process.ts";
import { DOCUMENTED_OPERATIONS } from "../specification.ts";
import { payment } from "../workloads.ts";
import { costOf } from "./servers.ts";

/** Whether the benchmark can be believed: nothing is seen where nothing is, and little where little is. */
export const self: Question = {
  about: "a server beside itself, and beside itself with 5 % more to do",
  sizes: [DOCUMENTED_OPERATIONS],
  async answer({ folders, plan, answers }): Promise<Figure[]> {
    const folder = folders.get(DOCUMENTED_OPERATIONS) ?? "";
    const started = await inSets(plan, async (each) => {
      await using stack = new AsyncDisposableStack();
      const start = async (name: "one" | "other" | "busy", busyUs?: number) => {
        const server = stack.use(await startServer("by hand on node:http", folder, busyUs));
        const load = stack.use(await Load.to(server.port));
        return costOf(name, server, load, payment, answers);
      };
      const alone = (await measure([await start("one")], plan)).get("one") ?? [];
      const usualUs = alone.toSorted((a, b) => a - b)[Math.floor(alone.length / 2)] ?? 0;
      const sides = [await start("one"), await start("other"), await start("busy", usualUs * 0.05)];
      return await measure(sides, each);
    });
    const figure = { question: "self: processor time", unit: "×", better: "less" } as const;
    return [
      { ...figure, name: "a server beside itself", ...ratioOf(started, "other", "one") },
      { ...figure, name: "with 5 % more to do", ...ratioOf(started, "busy", "one") },
    ];
  },
};
