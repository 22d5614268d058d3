import { fork, type ChildProcess, type StdioNull, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../code/edits.ts";
import type { Outcome } from "../mutant.ts";
import type { Attempt } from "./attempt.ts";

/** Processes that play the cases on mutants. A mutant may end its process or never let it end. */
export interface Players extends AsyncDisposable {
  readonly attempt: (attempt: Attempt) => Promise<Outcome>;
  /** Starts another module of this folder. All processes share a temporary folder, in which each contract is generated once. */
  readonly fork: (module: string, args?: readonly string[]) => ChildProcess;
}

/** A healthy target takes two minutes for all cases on a very busy machine. */
const LIMIT_MS = 600_000;

/** A process keeps the modules of all its mutants in memory. */
const MOST_MUTANTS = 40;

interface Player {
  readonly child: ChildProcess;
  mutants: number;
}

export async function openPlayers(): Promise<Players> {
  const folder = await mkdtemp(join(tmpdir(), "random-mutants-"));
  const idle: Player[] = [];
  const forkHere = (
    module: string,
    args: readonly string[] = [],
    errors: StdioNull = "inherit",
  ) => {
    const env = { ...process.env, TMPDIR: folder, GENERATED_FIXTURES: folder };
    const stdio: StdioOptions = ["ignore", "ignore", errors, "ipc"];
    return fork(join(import.meta.dirname, module), args, { cwd: repository, env, stdio });
  };
  const fresh = (): Player => ({ child: forkHere("attempt.ts", [], "ignore"), mutants: 0 });
  const attemptWith = async (player: Player, attempt: Attempt): Promise<Outcome> => {
    const { child } = player;
    player.mutants += 1;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(LIMIT_MS)]);
    const end = () => {
      ended.abort();
    };
    child.once("exit", end);
    child.send(attempt);
    const outcome = await once(child, "message", { signal }).then(
      ([outcome]) => outcome as Outcome,
      (): Outcome => ({ outcome: "killed", caseId: "all", finding: "the run did not end" }),
    );
    child.off("exit", end);
    if (child.connected && !signal.aborted && player.mutants < MOST_MUTANTS) idle.push(player);
    else child.kill("SIGKILL");
    return outcome;
  };
  return {
    fork: forkHere,
    attempt: (attempt) => attemptWith(idle.pop() ?? fresh(), attempt),
    async [Symbol.asyncDispose]() {
      for (const { child } of idle) child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
