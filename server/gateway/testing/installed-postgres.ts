import { execFile, execFileSync, spawn } from "node:child_process";
import { appendFile, chown, mkdtemp, rm } from "node:fs/promises";
import { existsSync, globSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { freePort } from "./postgres.ts";

/** The folder with the server and the tools of the installed PostgreSQL; undefined: it has none. */
export const installedPostgres: string | undefined = [
  ...globSync("/usr/lib/postgresql/*/bin"),
  ...(process.env["PATH"] ?? "").split(delimiter),
].find((folder) =>
  ["postgres", "pg_dump", "pg_basebackup"].every((name) => existsSync(join(folder, name))),
);

/** Servers of the installed PostgreSQL in one folder, and its tools. */
export interface InstalledPostgres {
  /** All files of the test are in it. */
  readonly folder: string;
  /** Runs a script of the shell as the user of PostgreSQL, in the folder of the repository. Returns what it prints. */
  readonly run: (script: string, env?: Readonly<Record<string, string>>) => Promise<string>;
  /**
   * Starts a server.
   *
   * @param data its folder, in which a database cluster is
   * @param settings further lines for `postgresql.conf`
   * @returns the URL of its maintenance database
   */
  start(data: string, settings?: string): Promise<URL>;
}

/**
 * Prepares to work as `docs/operations.md` says.
 *
 * @param onEnd gets the function that stops the servers and removes everything; default: it runs when the test has finished
 */
export async function useInstalledPostgres(
  onEnd: (end: () => Promise<void>) => unknown = onTestFinished,
): Promise<InstalledPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "installed-"));
  const user = idsOfUser();
  await chown(folder, user.uid, user.gid);
  const options = {
    ...user,
    cwd: join(import.meta.dirname, "../../.."),
    encoding: "utf8",
    env: {
      ...process.env,
      HOME: folder,
      PGUSER: "postgres",
      PGHOST: "127.0.0.1",
      PATH: [installedPostgres, process.env["PATH"]].join(delimiter),
    },
  } as const;
  const stops: (() => unknown)[] = [];
  onEnd(async () => {
    for (const stop of stops) stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const run: InstalledPostgres["run"] = async (script, env) => {
    const own = { ...options, env: { ...options.env, ...env } };
    return (await promisify(execFile)("bash", ["-euc", script], own)).stdout;
  };
  return {
    folder,
    run,
    async start(data, settings = "") {
      const port = await freePort();
      const own = `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`;
      await appendFile(join(data, "postgresql.conf"), own + settings);
      const server = spawn("postgres", ["-D", data], { ...options, stdio: "ignore" });
      stops.push(() => server.kill("SIGQUIT"));
      while (server.exitCode === null && !(await isReady(run, port))) await wait(100);
      if (server.exitCode !== null) throw new Error(`PostgreSQL did not start in ${data}.`);
      return new URL(`postgres://postgres@127.0.0.1:${port}/postgres`);
    },
  };
}

async function isReady(run: InstalledPostgres["run"], port: number): Promise<boolean> {
  return (await run(`pg_isready --quiet --port=${port} && echo ready || true`)).includes("ready");
}

/** PostgreSQL refuses to run as root. */
function idsOfUser(): { readonly uid: number; readonly gid: number } {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"]));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
