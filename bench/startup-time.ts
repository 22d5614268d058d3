import type { Usage } from "./child.ts";
import { contenders, type ContenderName } from "./contenders/index.ts";
import { startServer } from "./start-contender.ts";
import { pathOf } from "./specification.ts";
import { payment, requestHeaders } from "./workloads.ts";

/** How often to start what. */
export interface StartPlan {
  /** Prepared specifications by their number of operations. */
  readonly folders: ReadonlyMap<number, string>;
  readonly rounds: number;
}

/** The starts of one contender, by round. */
export interface Starts {
  readonly contender: ContenderName;
  readonly operations: number;
  readonly starts: Start[];
}

/** One start. */
export interface Start {
  /** From the start of the process to the first answer. */
  readonly answeredMs: number;
  /** Processor time of the process until then. */
  readonly cpuMs: number;
  readonly peakBytes: number;
}

/** How long each contender takes to its first answer, and how much memory: every start is a new process. */
export async function measureStarts(plan: StartPlan): Promise<Starts[]> {
  const cases = [...plan.folders].flatMap(([operations, folder]) =>
    (Object.keys(contenders) as ContenderName[]).map((contender) => ({
      contender,
      operations,
      folder,
      starts: [] as Start[],
    })),
  );
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { contender, operations, folder, starts } of cases)
      starts.push(await start(contender, operations, folder));
  }
  return cases.map(({ contender, operations, starts }) => ({
    contender,
    operations,
    starts,
  }));
}

async function start(contender: ContenderName, operations: number, folder: string): Promise<Start> {
  const startedAt = performance.now();
  await using server = await startServer(contender, operations, folder);
  const path = pathOf("payOrder", "last", operations);
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: payment.method,
    headers: requestHeaders,
    body: payment.body ?? null,
  });
  await answer.text();
  const answeredMs = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`${contender} answers ${answer.status}.`);
  const { cpuMs, peakBytes }: Usage = await server.usage();
  return { answeredMs, cpuMs, peakBytes };
}
