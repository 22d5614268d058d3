import { execFile, execFileSync, spawn } from "node:child_process";
import { globSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { stringify } from "yaml";

/** A PostgreSQL cluster of three machines, behind one address that leads to the primary. */
export interface Cluster {
  readonly url: string;
  /** The URL of each server. */
  readonly servers: readonly string[];
  /** Ends all programs of the primary's machine at once. */
  killPrimary(): Promise<Fault>;
  /** Drops everything that the primary's machine sends and is sent. */
  cutPrimary(): Promise<Fault>;
  stop(): void;
}

/** What has happened to the machine of the primary. */
export interface Fault {
  readonly machine: string;
  /** Asks the server on the machine itself to write. Resolves to whether it acknowledged. */
  write(): Promise<boolean>;
  /** Starts or connects the machine again. Resolves when its server is a standby of another primary. */
  repair(): Promise<void>;
}

/** Each is a network namespace of this machine. */
const servers = ["lab-one", "lab-two", "lab-three"];
const proxy = "lab-proxy";
const machines = [...servers, proxy];

/** The switch between them. */
const network = "lab";
const hostOf = (machine: string) => `10.77.0.${machines.indexOf(machine) + 2}`;
const urlOf = (machine: string) =>
  `postgres://postgres:postgres@${hostOf(machine)}:5432/postgres?connect_timeout=2`;

/**
 * Starts three machines with PostgreSQL, Patroni and etcd, and one with HAProxy, all programs from Debian. It needs root. A
 * cluster that was not stopped is removed first.
 */
export async function startCluster(): Promise<Cluster> {
  remove();
  const folder = mkdtempSync("/tmp/cluster-");
  execFileSync("chown", ["postgres:", folder]);
  const start = (machine: string, command: string) => {
    const log = openSync(join(folder, `${machine}.log`), "a");
    spawn("ip", on(machine, command), { stdio: ["ignore", log, log], cwd: folder });
  };
  const startServer = (machine: string) => {
    start(machine, `etcd ${etcdOptions(machine).join(" ")}`);
    start(machine, `patroni ${machine}.yaml`);
  };
  connect();
  for (const machine of servers) {
    writeFileSync(join(folder, `${machine}.yaml`), stringify(patroniConfig(machine, folder)));
    startServer(machine);
  }
  writeFileSync(join(folder, "haproxy.cfg"), haproxyConfig());
  start(proxy, "haproxy -f haproxy.cfg");
  await untilComplete();
  const faultOf = (machine: string, repair: () => void): Fault => ({
    machine,
    write: () => write(machine),
    async repair() {
      repair();
      if ((await untilComplete()) === machine) throw new Error(`${machine} is still the primary.`);
    },
  });
  return {
    url: urlOf(proxy),
    servers: servers.map(urlOf),
    async killPrimary() {
      const machine = await findPrimary();
      kill(machine);
      return faultOf(machine, () => {
        startServer(machine);
      });
    },
    async cutPrimary() {
      const machine = await findPrimary();
      ip(`link set ${machine} nomaster`);
      return faultOf(machine, () => {
        ip(`link set ${machine} master ${network}`);
      });
    },
    stop() {
      remove();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function ip(command: string): string {
  return execFileSync("ip", command.split(" "), { encoding: "utf8" });
}

/** The arguments of `ip` that run a command on a machine. PostgreSQL does not run as root. */
function on(machine: string, command: string): string[] {
  const user = "setpriv --reuid=postgres --regid=postgres --clear-groups";
  return `netns exec ${machine} ${user} ${command}`.split(" ");
}

/** Makes the machines, and a cable from each to the switch. */
function connect(): void {
  ip(`link add ${network} type bridge`);
  ip(`addr add 10.77.0.1/24 dev ${network}`);
  ip(`link set ${network} up`);
  for (const machine of machines) {
    ip(`netns add ${machine}`);
    ip(`link add ${machine} type veth peer name eth0 netns ${machine}`);
    ip(`link set ${machine} master ${network} up`);
    ip(`-n ${machine} addr add ${hostOf(machine)}/24 dev eth0`);
    ip(`-n ${machine} link set eth0 up`);
    ip(`-n ${machine} link set lo up`);
  }
}

/** Ends all programs of the machines, and removes the machines and the switch. */
function remove(): void {
  for (const device of ip("-brief link").match(/^lab[-\w]*/gm) ?? []) ip(`link del ${device}`);
  for (const machine of ip("netns list").match(/^lab-\w+/gm) ?? []) {
    kill(machine);
    ip(`netns del ${machine}`);
  }
}

function kill(machine: string): void {
  for (const pid of ip(`netns pids ${machine}`).split("\n").filter(Boolean))
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended.
    }
}

async function write(machine: string): Promise<boolean> {
  const psql = on(machine, `psql --quiet ${urlOf(machine)} --command`);
  const statement = `CREATE TABLE written_${performance.now().toFixed()} ()`;
  return promisify(execFile)("ip", [...psql, statement], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

function etcdOptions(machine: string): readonly string[] {
  const own = `http://${hostOf(machine)}`;
  const peers = servers.map((name) => `${name}=http://${hostOf(name)}:2380`);
  return [
    `--name=${machine}`,
    `--data-dir=${machine}-etcd`,
    `--listen-client-urls=${own}:2379`,
    `--advertise-client-urls=${own}:2379`,
    `--listen-peer-urls=${own}:2380`,
    `--initial-advertise-peer-urls=${own}:2380`,
    `--initial-cluster=${peers.join(",")}`,
    // A machine that comes back must not force an election.
    "--pre-vote",
    "--enable-v2",
  ];
}

function patroniConfig(machine: string, folder: string): object {
  const host = hostOf(machine);
  const [binaries = ""] = globSync("/usr/lib/postgresql/*/bin");
  const user = { username: "postgres", password: "postgres" };
  return {
    scope: "gateway",
    name: machine,
    restapi: { listen: `${host}:8008`, connect_address: `${host}:8008` },
    // With version 3 of the API, Patroni before 3.0.3 overwrites the lock of a new primary when its network is back.
    etcd: { hosts: servers.map((name) => `${hostOf(name)}:2379`) },
    bootstrap: {
      dcs: {
        // A primary that is gone is noticed after `ttl` seconds at the latest.
        ttl: 8,
        loop_wait: 1,
        retry_timeout: 3,
        // A new primary has every acknowledged change.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // Of two standbys that both have every acknowledged change, the one that is ahead is promoted. The other one can follow it at
        // once. One that was ahead would first be rewound, which takes 5 to 20 seconds.
        synchronous_node_count: 2,
        // A server without network waits for its standbys before it stops, until `wal_sender_timeout`. It need not, because a
        // standby has every acknowledged change.
        primary_stop_timeout: 1,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: `${host}:5432`,
      connect_address: `${host}:5432`,
      data_dir: `${folder}/${machine}-data`,
      bin_dir: binaries,
      // A server whose rewinding was interrupted, as by another fault, is of no use.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      pgpass: `${folder}/${machine}-pgpass`,
      authentication: { superuser: user, replication: user },
      parameters: {
        unix_socket_directories: "",
        max_connections: 100,
        wal_log_hints: "on",
        // A standby asks before the new primary has its replication slot, and then pauses for this long (default: 5 s).
        wal_retrieve_retry_interval: "500ms",
      },
      pg_hba: ["host all all 10.77.0.0/24 md5", "host replication all 10.77.0.0/24 md5"],
    },
  };
}

function haproxyConfig(): string {
  const lines = servers.map((name) => `  server ${name} ${hostOf(name)}:5432 check port 8008`);
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 60m
  timeout server 60m
listen primary
  bind ${hostOf(proxy)}:5432
  option httpchk OPTIONS /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines.join("\n")}
`;
}

/** The machine to which the address leads. A supervisor that has just started may name a former primary. */
async function findPrimary(): Promise<string> {
  return (await askPrimary()).machine;
}

/** Asks the server to which the address leads. */
async function askPrimary(): Promise<{ readonly machine: string; readonly standbys: number }> {
  const client = new pg.Client(urlOf(proxy));
  await client.connect();
  const { rows } = await client.query<{ host: string; standbys: number }>(`
    SELECT host(inet_server_addr()), count(*)::int AS standbys
    FROM pg_stat_replication WHERE state = 'streaming'`);
  await client.end();
  const [row] = rows;
  const machine = servers.find((name) => hostOf(name) === row?.host);
  if (row === undefined || machine === undefined) throw new Error("There is no primary.");
  return { machine, standbys: row.standbys };
}

/** Waits until all other servers follow the primary, and may be promoted. Returns the primary. */
async function untilComplete(): Promise<string> {
  const end = Date.now() + 180_000;
  for (;;) {
    const primary = await askPrimary().catch(() => undefined);
    if (primary !== undefined && primary.standbys === servers.length - 1) {
      const members = await readMembers(primary.machine).catch(() => []);
      const promotable = members.filter(({ role }) => role === "sync_standby");
      if (promotable.length === servers.length - 1) return primary.machine;
    }
    if (Date.now() > end) throw new Error(`The primary is ${JSON.stringify(primary)}.`);
    await wait(200);
  }
}

interface Member {
  readonly role: "leader" | "sync_standby" | "replica";
}

/** The servers as the supervisor of a machine knows them. */
async function readMembers(machine: string): Promise<readonly Member[]> {
  const signal = AbortSignal.timeout(2000);
  const response = await fetch(`http://${hostOf(machine)}:8008/cluster`, { signal });
  return ((await response.json()) as { readonly members: readonly Member[] }).members;
}
