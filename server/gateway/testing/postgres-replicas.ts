import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { execute } from "./open-gateway.ts";
import { makePostgres } from "./postgres.ts";

/** A primary and its synchronous standby: no change is acknowledged before both have it on disk. */
export interface Replicas extends AsyncDisposable {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Ends the primary at once, as when its machine fails. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promoteStandby(): Promise<void>;
  /** Stops the primary, makes the standby the primary, and starts the former one as its standby. */
  swap(): Promise<void>;
  /** Starts the former primary, alone, or as a standby that follows nobody. */
  restartFormer(role: "primary" | "standby"): Promise<void>;
  /** The process of the standby, which stops and continues with signals. */
  readonly standbyPid: () => Promise<number>;
}

/** Starts two servers with streaming replication. */
export async function startReplicas(): Promise<Replicas> {
  const primary = await makePostgres({ synchronous_standby_names: "*" }, { persistent: true });
  const standby = await makePostgres({}, { persistent: true });
  await primary.server.initialise();
  // The new database is not running, so its folder can be copied.
  await promisify(execFile)("cp", ["-a", `${primary.folder}/.`, standby.folder]);
  await follow(standby, primary);
  await Promise.all([start(primary), start(standby)]);
  const promoteStandby = () => execute(standby.url, "SELECT pg_promote()");
  const running = new Set([primary, standby]);
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    async killPrimary() {
      running.delete(primary);
      process.kill(await pidOf(primary), "SIGQUIT");
    },
    promoteStandby,
    async swap() {
      await primary.server.stop();
      await promoteStandby();
      await follow(primary, standby);
      await start(primary);
    },
    async restartFormer(role) {
      if (running.has(primary)) await primary.server.stop();
      running.add(primary);
      await rm(join(primary.folder, "standby.signal"), { force: true });
      if (role === "standby") await writeFile(join(primary.folder, "standby.signal"), "");
      await start(primary);
    },
    standbyPid: () => pidOf(standby),
    async [Symbol.asyncDispose]() {
      for (const { server } of running) await server.stop();
      for (const { folder } of [primary, standby])
        await rm(folder, { recursive: true, force: true });
    },
  };
}

type Postgres = Awaited<ReturnType<typeof makePostgres>>;

async function pidOf({ folder }: Postgres): Promise<number> {
  const [pid = ""] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}

/** Makes a stopped server a standby of another one. */
async function follow({ folder }: Postgres, otherPostgres: Postgres): Promise<void> {
  const { hostname, port, username, password } = new URL(otherPostgres.url);
  const from = `host=${hostname} port=${port} user=${username} password=${password}`;
  await writeFile(join(folder, "standby.signal"), "");
  await writeFile(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${from}'\n`);
}

async function start({ server, url, said }: Postgres): Promise<void> {
  // For a standby it does not resolve.
  server.start().catch(() => said.push("It ended."));
  const responds = () =>
    execute(url, "SELECT 1").then(
      () => true,
      () => false,
    );
  while (!(await responds())) {
    if (said.includes("It ended.")) throw new Error(`PostgreSQL did not start.\n${said.join("")}`);
    await wait(50);
  }
}
