import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rename, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Makes a folder once per run: the first process makes it, and the others wait. Tests must not change it.
 *
 * @param make gets an empty folder, which gets its name when it is complete
 */
export async function fixtureFolder(
  name: string,
  make: (folder: string) => unknown,
): Promise<string> {
  const folder = join(fixtures, name);
  while (!existsSync(folder)) {
    const isFirst = await mkdir(`${folder}.lock`).then(
      () => true,
      () => false,
    );
    if (!isFirst) {
      await wait(POLL_MS);
      continue;
    }
    try {
      if (existsSync(folder)) break;
      const made = await mkdtemp(`${folder}.`);
      await make(made);
      await rename(made, folder);
    } finally {
      await rmdir(`${folder}.lock`);
    }
  }
  return folder;
}

const POLL_MS = 50;

/** `vitest.config.ts` sets one folder for all workers of a run. Other programs make their own. */
export const fixtures = process.env["GENERATED_FIXTURES"] ?? ownFixtures();

function ownFixtures(): string {
  const folder = mkdtempSync(join(tmpdir(), "fixtures-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
