import { execFileSync } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startGatewayProcess } from "../server/gateway/testing/gateway-process.ts";
import { startPostgres } from "../server/gateway/testing/postgres.ts";
import type { Figure } from "./figures.ts";
import { Load } from "./load.ts";
import { measure, ratioOf, timed, type Contender } from "./paired.ts";
import { secondsOf } from "./processes.ts";
import { orderRequest, requestBytes } from "./workloads.ts";

/** What one sample of a figure does. */
interface Counts {
  readonly responses: number;
  readonly rounds: number;
}

/**
 * Compares the work tree with a commit in one run, because figures of two runs differ by more than most changes do. Both are
 * sampled in turn. A figure is worse if its whole interval is above 1.
 */
export async function costsAgainst(commit: string, counts: Counts): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await mkdtempDisposable(join(tmpdir(), "bench-against-")));
  const before = join(path, "before");
  const git = (...given: string[]) => execFileSync("git", given, { stdio: "inherit" });
  git("worktree", "add", "--quiet", "--detach", before, commit);
  stack.defer(() => void git("worktree", "remove", "--force", before));
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], {
    cwd: before,
    stdio: "inherit",
  });
  const checkouts = { before, now: resolve(import.meta.dirname, "..") };
  console.error("generate ...");
  const figures = [await generating(checkouts, path, counts.rounds)];
  for (const storage of ["SQLite", "PostgreSQL"] as const) {
    console.error(`orders and lists on ${storage} ...`);
    figures.push(...(await serving(checkouts, storage, counts)));
  }
  return figures;
}

type Side = "before" | "now";

const sides = ["before", "now"] as const;

async function generating(
  checkouts: Readonly<Record<Side, string>>,
  folder: string,
  rounds: number,
): Promise<Figure> {
  const generate = (side: Side): Contender<Side> => ({
    name: side,
    sample: () =>
      secondsOf(
        ["node_modules/.bin/contract", "generate", "--out", join(folder, `${side}-${Date.now()}`)],
        checkouts[side],
      ),
  });
  const costs = await measure(sides.map(generate), { pairs: rounds, warmUps: 1 });
  return cost("generate of the gateway's contracts, seconds", ratioOf(costs, "now", "before"));
}

async function serving(
  checkouts: Readonly<Record<Side, string>>,
  storage: "SQLite" | "PostgreSQL",
  { responses, rounds }: Counts,
): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const started = [];
  for (const side of sides) {
    const { path } = stack.use(await mkdtempDisposable(join(tmpdir(), "bench-against-")));
    const database = storage === "SQLite" ? undefined : await startPostgres({ durable: true });
    stack.defer(() => database?.stop());
    const environment = { MODE: "sandbox", PORT: "0", DATA_DIR: path, LOG_LEVEL: "warn" };
    const { url, token } = stack.use(
      await startGatewayProcess(
        { ...environment, DATABASE_URL: database?.url ?? "" },
        join(checkouts[side], "server/gateway/main.ts"),
      ),
    );
    let placed = 0;
    const list = requestBytes("GET", "/api/v2/orders/transactions?limit=50", {
      "X-SERVICE-AUTH": token,
    });
    const requests = {
      "durable orders, seconds": () => orderRequest(token, `order-${(placed += 1)}`),
      "lists of 50, seconds": () => list,
    };
    started.push({ side, port: Number(new URL(url).port), requests });
  }
  const figures: Figure[] = [];
  for (const name of ["durable orders, seconds", "lists of 50, seconds"] as const) {
    const contenders = started.map(({ side, port, requests }) => ({
      name: side,
      async sample() {
        // The gateway closes connections that are idle while the other one is sampled.
        using load = await Load.to(port, 32);
        return await timed(() => load.send(requests[name], responses), 1);
      },
    }));
    const costs = await measure(contenders, { pairs: rounds, warmUps: Math.min(rounds, 5) });
    figures.push(cost(`${storage}, ${name}`, ratioOf(costs, "now", "before")));
  }
  return figures;
}

function cost(name: string, ratio: ReturnType<typeof ratioOf>): Figure {
  return { question: "beside the commit", name, unit: "×", better: "less", ...ratio };
}
