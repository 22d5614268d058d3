import { execFile, execFileSync, spawn } from "node:child_process";
import { globSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
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

/** What has happened to a machine. */
export interface Fault {
  /** Asks the server on the machine itself to write. Resolves to whether it acknowledged. */
  write(): Promise<boolean>;
  /** Starts or connects the machine again. Resolves when its server is a standby. */
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
  await complete();
  const repaired = (machine: string, repair: () => void): Fault => ({
    write: () => write(machine),
    async repair() {
      repair();
      await complete();
    },
  });
  return {
    url: urlOf(proxy),
    servers: servers.map(urlOf),
    async killPrimary() {
      const machine = await findPrimary();
      kill(machine);
      return repaired(machine, () => {
        startServer(machine);
      });
    },
    async cutPrimary() {
      const machine = await findPrimary();
      ip(`link set ${machine} nomaster`);
      return repaired(machine, () => {
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
    etcd3: { hosts: servers.map((name) => `${hostOf(name)}:2379`) },
    bootstrap: {
      dcs: {
        // A primary that is gone is noticed after `ttl` seconds at the latest.
        ttl: 8,
        loop_wait: 1,
        retry_timeout: 3,
        // A new primary has every acknowledged change.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: `${host}:5432`,
      connect_address: `${host}:5432`,
      data_dir: `${folder}/${machine}-data`,
      bin_dir: binaries,
      pgpass: `${folder}/${machine}-pgpass`,
      authentication: { superuser: user, replication: user },
      parameters: { unix_socket_directories: "", max_connections: 100, wal_log_hints: "on" },
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

async function findPrimary(): Promise<string> {
  const primary = (await readMembers()).find(({ role }) => role === "leader");
  if (primary === undefined) throw new Error("There is no primary.");
  return primary.name;
}

/** Waits until all servers follow the primary, and one of them synchronously. */
async function complete(): Promise<void> {
  const end = Date.now() + 180_000;
  for (;;) {
    const members = await readMembers();
    const isComplete =
      members.filter(({ state, lag }) => state === "running" && lag !== "unknown").length ===
        servers.length && members.some(({ role }) => role === "sync_standby");
    if (isComplete) return;
    if (Date.now() > end) throw new Error(`The cluster is ${JSON.stringify(members)}.`);
    await wait(200);
  }
}

interface Member {
  readonly name: string;
  readonly role: "leader" | "sync_standby" | "replica";
  readonly state: string;
  /** In bytes. */
  readonly lag?: number | "unknown";
}

/** The servers as the first supervisor that responds knows them. */
async function readMembers(): Promise<readonly Member[]> {
  const ask = async (machine: string) => {
    const signal = AbortSignal.timeout(2000);
    const response = await fetch(`http://${hostOf(machine)}:8008/cluster`, { signal });
    return ((await response.json()) as { readonly members: readonly Member[] }).members;
  };
  return Promise.any(servers.map(ask)).catch(() => []);
}
