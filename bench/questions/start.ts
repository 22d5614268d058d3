import { spawn } from "node:child_process";
import type { ContenderName } from "../contenders/index.ts";
import type { Figure } from "../figures.ts";
import { measure, ratioOf } from "../paired.ts";
import { memoryOf } from "../processes.ts";
import type { Question } from "../question.ts";
import { installContenders } from "../installed.ts";
import { follow } from "../../server/skeleton/testing/running-process.ts";
import { pathOf } from "../large-specification.ts";
import { payment, requestHeaders } from "../workloads.ts";

const names = ["skeleton in Express", "by hand in Express", "bare Express"] as const;

/** Time from the start of an installed application's process to its first response, and its memory then. */
export const start: Question = {
  about: "time and memory of a new process until its first response",
  sizes: [6, 100, 1_000],
  async measure({ folders, plan, longRounds }): Promise<Figure[]> {
    using installed = await installContenders();
    const figures: Figure[] = [];
    for (const [size, generated] of folders) {
      const folder = await installed.copyContract(generated, `contract-${size}`);
      const memory = new Map(names.map((name) => [name, [] as number[]]));
      const times = await measure(
        names.map((name) => ({
          name,
          async sample() {
            const { ms, memoryBytes } = await startOnce(installed.script, name, folder, size);
            memory.get(name)?.push(memoryBytes);
            return ms;
          },
        })),
        // The first start reads files that are cached afterwards.
        { pairs: longRounds, warmUps: Math.min(plan.warmUps, 1) },
      );
      const [ours, floor, bare] = names;
      const common = { question: `start: ${size} operations`, unit: "×", better: "less" } as const;
      const aim = size === 1_000 && { aim: 1.3 };
      const first = (name: string, of: string) => ({
        ...common,
        name: `${name}, first response, of ${of}`,
      });
      figures.push(
        { ...first(ours, floor), aim: 1.1, ...ratioOf(times, ours, floor) },
        { ...first(floor, bare), ...aim, ...ratioOf(times, floor, bare) },
        { ...common, name: `${ours}, memory, of ${bare}`, ...aim, ...ratioOf(memory, ours, bare) },
      );
    }
    return figures;
  },
};

async function startOnce(script: string, name: ContenderName, folder: string, size: number) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, name, folder], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  await using server = follow(child);
  const port = Number(await server.printed(/^\d+$/m));
  const response = await fetch(`http://127.0.0.1:${port}${pathOf("payOrder", size)}`, {
    method: payment.method,
    headers: requestHeaders,
    body: payment.body ?? null,
  });
  await response.text();
  const ms = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`${name} answers ${response.status}.`);
  return { ms, memoryBytes: await memoryOf(child) };
}
