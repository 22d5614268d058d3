import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps these files in memory. */
const IN_MEMORY = "/dev/shm";

/** Ten times what a run of the tests needs. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Makes a folder for temporary files, in memory if programs can run there. Waiting for a disk takes a fifth of the time of
 * database tests. Files there survive a killed process, as crash tests require.
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
    // The folder does not exist or is not writable.
  }
  return newFolder(tmpdir());
}

/** PostgreSQL does not run as root, so another user must be able to enter the folder. */
function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "tests-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** In containers, programs in memory often cannot run. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
