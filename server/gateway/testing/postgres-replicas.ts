import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
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
  const promoteStandby = async () => {
    await ask(standby.url, "SELECT pg_promote()");
  };
  const running = new Set([primary, standby]);
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    async killPrimary() {
      running.delete(primary);
      const [pid = ""] = (await readFile(join(primary.folder, "postmaster.pid"), "utf8")).split(
        "\n",
      );
      process.kill(Number(pid), "SIGQUIT");
    },
    promoteStandby,
    async swap() {
      await primary.server.stop();
      await promoteStandby();
      await follow(primary, standby);
      await start(primary);
    },
    async [Symbol.asyncDispose]() {
      for (const { server } of running) await server.stop();
      for (const { folder } of [primary, standby])
        await rm(folder, { recursive: true, force: true });
    },
  };
}

type Postgres = Awaited<ReturnType<typeof makePostgres>>;

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
  while (!(await ask(url, "SELECT 1").catch(() => false))) {
    if (said.includes("It ended.")) throw new Error(`PostgreSQL did not start.\n${said.join("")}`);
    await wait(50);
  }
}

async function ask(url: string, text: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
  return true;
}
