import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits until no other run of this machine uses a server, because provider states such as the server's time affect all runs.
 *
 * @param log receives a line if there is another run to wait for
 * @returns a resource whose disposal lets the next run begin
 */
export async function untilAlone(
  url: URL,
  log: (line: string) => void = () => undefined,
  folder = tmpdir(),
): Promise<AsyncDisposable> {
  const file = join(folder, `contract-replay-${lockName(url)}.lock`);
  let isLogged = false;
  while (!(await takeLockFile(file))) {
    const otherOwner = await ownerOf(file);
    if (otherOwner !== undefined && !isRunning(otherOwner)) {
      await rm(file, { force: true });
      continue;
    }
    if (!isLogged)
      log(
        `Another run (process ${otherOwner ?? "unknown"}) uses ${url.origin}. Waiting for its end.`,
      );
    isLogged = true;
    await wait(LOOK_EVERY_MS);
  }
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}

const LOOK_EVERY_MS = 100;

/** The name is the same for all names of this machine. */
function lockName({ hostname, port, protocol }: URL): string {
  const isOwn = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const server = `${protocol}//${isOwn ? "localhost" : hostname}:${port}`;
  return createHash("sha256").update(server).digest("hex").slice(0, 16);
}

function takeLockFile(file: string): Promise<boolean> {
  return writeFile(file, String(process.pid), { flag: "wx" }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
      throw error;
    },
  );
}

/** The process id of the other run; undefined if it has just ended, or has not written its id yet. */
async function ownerOf(file: string): Promise<number | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
