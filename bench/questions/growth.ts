import type { Figure } from "../figures.ts";
import { measure, ratioOf } from "../paired.ts";
import { startServer } from "../processes.ts";
import type { Question } from "../question.ts";
import { pathOf } from "../large-specification.ts";
import { payment } from "../workloads.ts";

/** Compares the cost of the last operation of a large contract with the same operation of a small one. */
export const growth: Question = {
  about: "processor time of a request in a large contract",
  sizes: [6, 1_000],
  async measure({ folders, plan, responses }): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const contenders = [];
    for (const [size, folder] of folders) {
      const server = stack.use(await startServer("skeleton in Express", folder));
      const path = pathOf(payment.operation, size);
      const sample = () => server.costOf(payment, responses, path);
      contenders.push({ name: String(size), sample });
    }
    const [least = "", most = ""] = [contenders[0]?.name, contenders.at(-1)?.name];
    const costs = await measure(contenders, plan);
    return [
      {
        question: "growth: processor time of a request",
        name: `skeleton in Express, ${most} operations, of ${least}`,
        unit: "×",
        better: "less",
        aim: 1.1,
        ...ratioOf(costs, most, least),
      },
    ];
  },
};
