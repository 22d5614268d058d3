import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits until no other run of this machine plays on a server: runs set up states that all cases meet with, such as the time of the
 * server's clock.
 *
 * @param tell is told, in one line, that another run is waited for
 * @returns what lets the next run begin
 */
export async function untilAlone(
  url: URL,
  tell: (line: string) => void,
  folder = tmpdir(),
): Promise<AsyncDisposable> {
  const file = join(folder, `contract-replay-${nameOf(url)}.lock`);
  let isTold = false;
  while (!(await isTaken(file))) {
    const other = await ownerOf(file);
    if (other !== undefined && !isRunning(other)) {
      await rm(file, { force: true });
      continue;
    }
    if (!isTold)
      tell(`Another run (process ${other ?? "unknown"}) plays on ${url.origin}; this one waits.`);
    isTold = true;
    await wait(LOOK_EVERY_MS);
  }
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}

/** Soon enough for whoever waits. */
const LOOK_EVERY_MS = 100;

/** A server of this machine has several names. */
function nameOf({ hostname, port, protocol }: URL): string {
  const isOwn = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const server = `${protocol}//${isOwn ? "localhost" : hostname}:${port}`;
  return createHash("sha256").update(server).digest("hex").slice(0, 16);
}

function isTaken(file: string): Promise<boolean> {
  return writeFile(file, String(process.pid), { flag: "wx" }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
      throw error;
    },
  );
}

/** Undefined: the other run has just ended, or has not written its process down yet. */
async function ownerOf(file: string): Promise<number | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    // It belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
