import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A document of a large service has tens of megabytes. */
const maxBuffer = 512 * 1024 * 1024;

/** What git prints; undefined where it fails, or is not there. */
export async function git(cwd: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run("git", args, { cwd, maxBuffer })).stdout;
  } catch {
    return undefined;
  }
}
