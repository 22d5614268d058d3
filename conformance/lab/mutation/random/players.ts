import { fork, type ChildProcess } from "node:child_process";
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
}

/** A healthy target takes ten minutes for all cases on a very busy machine. */
const LIMIT_MS = 1_800_000;

/** A process keeps the modules of all its mutants in memory. */
const MOST_MUTANTS = 40;

interface Player {
  readonly child: ChildProcess;
  mutants: number;
}

export async function openPlayers(): Promise<Players> {
  const folder = await mkdtemp(join(tmpdir(), "random-mutants-"));
  const idle: Player[] = [];
  const fresh = (): Player => {
    // Other contracts are generated once for all.
    const env = { ...process.env, TMPDIR: folder, GENERATED_FIXTURES: folder };
    const path = join(import.meta.dirname, "attempt.ts");
    const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
    return { child: fork(path, { cwd: repository, env, stdio: [...stdio] }), mutants: 0 };
  };
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
    attempt: (attempt) => attemptWith(idle.pop() ?? fresh(), attempt),
    async [Symbol.asyncDispose]() {
      for (const { child } of idle) child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
