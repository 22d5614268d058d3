import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stringify } from "yaml";
import { freePort } from "../testing/postgres.ts";

/** The names of the servers. */
const names = ["one", "two", "three"];

/** A PostgreSQL cluster of three servers on this machine, behind one address that leads to the primary. */
export interface Cluster {
  readonly url: string;
  /** Ends the primary and its supervisor at once, as when their machine fails. Returns its name. */
  killPrimary(): Promise<string>;
  /** Starts the server again, as a standby. */
  restart(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts etcd, three servers with Patroni and a HAProxy, all from Debian. Run it as root, which starts PostgreSQL as its user. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync("/tmp/cluster-");
  const uid = Number(execFileSync("id", ["-u", "postgres"]));
  const gid = Number(execFileSync("id", ["-g", "postgres"]));
  const [binaries = ""] = globSync("/usr/lib/postgresql/*/bin");
  const start = (command: string, given: readonly string[], name: string): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), "a");
    return spawn(command, given, {
      stdio: ["ignore", log, log],
      uid,
      gid,
      cwd: folder,
      detached: true,
    });
  };
  chownSync(folder, uid, gid);
  const etcd = await freePort();
  const etcdUrl = `http://127.0.0.1:${etcd}`;
  const addresses = [`--listen-client-urls=${etcdUrl}`, `--advertise-client-urls=${etcdUrl}`];
  const peer = `--listen-peer-urls=http://127.0.0.1:${await freePort()}`;
  const store = start("etcd", [`--data-dir=${folder}/etcd`, ...addresses, peer], "etcd");
  const nodes = new Map<
    string,
    { readonly port: number; readonly api: number; child: ChildProcess }
  >();
  const startNode = (name: string) => start("patroni", [join(folder, `${name}.yaml`)], name);
  for (const name of names) {
    const [port, api] = [await freePort(), await freePort()];
    mkdirSync(join(folder, name), { mode: 0o700 });
    chownSync(join(folder, name), uid, gid);
    const config = patroniConfig({ name, folder, port, api, etcd, binaries });
    writeFileSync(join(folder, `${name}.yaml`), stringify(config));
    nodes.set(name, { port, api, child: startNode(name) });
    // The first one makes the database.
    if (nodes.size === 1)
      await until(
        () => roleOf(api),
        (role) => role === "primary",
      );
  }
  const address = await freePort();
  writeFileSync(join(folder, "haproxy.cfg"), haproxyConfig(address, [...nodes.values()]));
  const proxy = start("haproxy", ["-f", join(folder, "haproxy.cfg")], "haproxy");
  const rolesOf = () => Promise.all([...nodes.values()].map(({ api }) => roleOf(api)));
  await until(rolesOf, (roles) => roles.includes("sync_standby"));
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${address}/postgres`,
    async killPrimary() {
      for (const [name, { api, child }] of nodes) {
        if ((await roleOf(api)) !== "primary") continue;
        killAll(child);
        return name;
      }
      throw new Error("There is no primary.");
    },
    async restart(name) {
      const node = nodes.get(name);
      if (node) node.child = startNode(name);
      await until(rolesOf, (roles) => !roles.includes("none") && roles.includes("sync_standby"));
    },
    async stop() {
      for (const child of [proxy, ...[...nodes.values()].map(({ child }) => child), store])
        killAll(child);
      await wait(1000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly api: number;
  readonly etcd: number;
  readonly binaries: string;
}

function patroniConfig({ name, folder, port, api, etcd, binaries }: Node): object {
  const user = { username: "postgres", password: "postgres" };
  return {
    scope: "gateway",
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
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
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: `${folder}/${name}/data`,
      bin_dir: binaries,
      pgpass: `${folder}/${name}/pgpass`,
      authentication: { superuser: user, replication: user },
      parameters: {
        unix_socket_directories: `${folder}/${name}`,
        max_connections: 100,
        wal_log_hints: "on",
      },
      pg_hba: [
        "local all all trust",
        "host all all 127.0.0.1/32 md5",
        "host replication all 127.0.0.1/32 md5",
      ],
    },
  };
}

function haproxyConfig(
  address: number,
  nodes: readonly { readonly port: number; readonly api: number }[],
): string {
  const servers = nodes.map(
    ({ port, api }) => `  server node-${port} 127.0.0.1:${port} check port ${api}`,
  );
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 60m
  timeout server 60m
listen primary
  bind 127.0.0.1:${address}
  option httpchk OPTIONS /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

/** As its supervisor says. */
async function roleOf(api: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${api}/patroni`);
    const {
      state,
      role,
      sync_standby: isSync,
    } = (await response.json()) as Record<string, unknown>;
    if (state !== "running") return "none";
    if (role === "master" || role === "primary") return "primary";
    return isSync === true ? "sync_standby" : "replica";
  } catch {
    return "none";
  }
}

async function until<Value>(read: () => Promise<Value>, isReached: (value: Value) => boolean) {
  const end = Date.now() + 180_000;
  while (!isReached(await read())) {
    if (Date.now() > end) throw new Error("The cluster did not become ready.");
    await wait(200);
  }
}

/** Ends a process and those that it has started. */
function killAll({ pid = 0 }: ChildProcess): void {
  const children = `/proc/${pid}/task/${pid}/children`;
  const started = existsSync(children) ? readFileSync(children, "utf8").split(" ") : [];
  for (const id of [...started.map(Number), pid])
    try {
      if (id > 0) process.kill(id, "SIGKILL");
    } catch {
      // It has ended.
    }
}
