import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The processor time that a process has used, in milliseconds. */
export function processMs(pid: number | undefined): number {
  return timesOf(String(pid)).own;
}

/** The processor time of a PostgreSQL server and all its processes, also of those that have ended, in milliseconds. */
export function postgresMs(folder: string): number {
  const [main = ""] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  const { own, ended } = timesOf(main);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter(({ parent }) => parent === main);
  return own + ended + children.reduce((sum, child) => sum + child.own, 0);
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

function timesOf(pid: string) {
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [, parent = "", ...fields] = rest.split(" ");
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9, 13).map(Number);
    return { parent, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
  } catch {
    // It has just ended.
    return { parent: "", own: 0, ended: 0 };
  }
}
