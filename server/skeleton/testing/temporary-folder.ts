import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const IN_MEMORY = "/dev/shm";

/** A run of the tests needs a tenth of it. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Makes a folder for all that is temporary: in memory where that can hold files and run them, because databases that wait for
 * a disk take a fifth of the time of their tests. What is kept there outlives a process that is killed, as tests kill them.
 */
export function makeTemporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize > LEAST_FREE_BYTES) {
      const folder = newFolder(IN_MEMORY);
      if (runsPrograms(folder)) return folder;
      rmSync(folder, { recursive: true });
    }
  } catch {
    // There is no such folder, or nobody may write there.
  }
  return newFolder(tmpdir());
}

/** PostgreSQL does not run as root, so that another user has to be able to enter it. */
function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "tests-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** In containers, files in memory often cannot be run. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
