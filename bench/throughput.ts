import { Child } from "./child.ts";
import { contenders, type ContenderName } from "./contenders/index.ts";
import { expectEqualWork } from "./equal-work.ts";
import type { LoadOrder, LoadReport } from "./measure/load.ts";
import { startServer, type Server } from "./start-contender.ts";
import { DOCUMENTED_OPERATIONS, pathOf } from "./specification.ts";
import { list, payment, requestBytes, type Workload } from "./workloads.ts";

/** How long and how often to measure. */
export interface RequestsPlan {
  /** Prepared specifications by their number of operations. */
  readonly folders: ReadonlyMap<number, string>;
  readonly rounds: number;
  readonly sliceMs: number;
}

/** What one server did with one kind of request, by round. */
export interface Series {
  readonly contender: ContenderName;
  readonly workload: string;
  readonly operations: number;
  readonly position: "first" | "last";
  readonly slices: Slice[];
}

/** One stretch of load on one server. */
export interface Slice {
  readonly answersPerSecond: number;
  readonly serverCpuMsPerAnswer: number;
  /** Of one core. */
  readonly serverShare: number;
  /** Of one core. */
  readonly loadShare: number;
}

const workloads = [payment, list(15), list(50)];

/** Enough to keep a server busy, and few enough that none waits long. */
const CONNECTIONS = 64;

/** Some ten thousand requests, after which the optimising compiler has done its work. */
const WARM_UP_MS = 1_000;

/**
 * How many requests a second each contender answers. All servers run at once, each in its own process, and one has
 * load at a time; a round asks each once, so that what disturbs the machine disturbs them alike.
 */
export async function measureRequests(plan: RequestsPlan): Promise<Series[]> {
  await using stack = new AsyncDisposableStack();
  const load = stack.use(new Child("load.ts"));
  const servers: Server[] = [];
  for (const [operations, folder] of plan.folders) {
    for (const contender of Object.keys(contenders) as ContenderName[]) {
      const server = stack.use(await startServer(contender, operations, folder));
      await expectEqualWork(server, workloads);
      servers.push(server);
    }
  }

  const cases = workloads.flatMap((workload) =>
    servers.flatMap((server) =>
      positionsOf(server).map((position) => ({
        server,
        workload,
        position,
        slices: [] as Slice[],
      })),
    ),
  );
  for (const { server, workload, position } of cases)
    await measure(load, server, workload, position, WARM_UP_MS);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { server, workload, position, slices } of cases)
      slices.push(await measure(load, server, workload, position, plan.sliceMs));
  }
  return cases.map(({ server, workload, position, slices }) => ({
    contender: server.contender,
    workload: workload.name,
    operations: server.operations,
    position,
    slices,
  }));
}

function positionsOf({ operations }: Server): ("first" | "last")[] {
  return operations === DOCUMENTED_OPERATIONS ? ["first"] : ["first", "last"];
}

async function measure(
  load: Child,
  server: Server,
  workload: Workload,
  position: "first" | "last",
  durationMs: number,
): Promise<Slice> {
  const order: LoadOrder = {
    port: server.port,
    request: requestBytes(workload, pathOf(workload.operation, position, server.operations)),
    connections: CONNECTIONS,
    durationMs,
  };
  const before = await server.usage();
  const { answers, wallMs, cpuMs } = await load.ask<LoadReport>(order);
  const serverCpuMs = (await server.usage()).cpuMs - before.cpuMs;
  return {
    answersPerSecond: (answers / wallMs) * 1_000,
    serverCpuMsPerAnswer: serverCpuMs / answers,
    serverShare: serverCpuMs / wallMs,
    loadShare: cpuMs / wallMs,
  };
}
