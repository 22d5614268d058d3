import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { currentBeneficiary } from "../../platform/concurrency/current-work.ts";
import { threadFile } from "../../platform/concurrency/thread-file.ts";
import { createFairTurn } from "./fair-turn.ts";
import type { FromReader, ToReader } from "./reader-thread.ts";

/**
 * A dialect whose queries read an SQLite file in a thread, one after another, so that a long query does not block the
 * event loop. Partners take turns. It has no transactions. Each query sees all that was committed before.
 */
export function threadedReads(path: string): Dialect {
  return {
    createAdapter: () => new ThreadedAdapter(),
    createDriver: () => createDriver(path),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ThreadedAdapter extends SqliteAdapter {
  // The thread has a queue of its own.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(path: string): Driver {
  let thread: Worker | undefined;
  let queries = 0;
  const turn = createFairTurn();
  const open = new Map<number, PromiseWithResolvers<readonly unknown[]>>();

  // Begun at the first query, because most processes need no thread.
  const start = () => {
    const started = new Worker(threadFile("./reader-thread", import.meta.url), {
      workerData: path,
      env: {},
    });
    started.on("message", ({ id, rows, error }: FromReader) => {
      if (rows === undefined) open.get(id)?.reject(new Error(error));
      else open.get(id)?.resolve(rows);
      open.delete(id);
    });
    const end = (cause?: unknown) => {
      if (thread === started) thread = undefined;
      for (const { reject } of open.values())
        reject(new Error("The thread that reads the database has ended.", { cause }));
      open.clear();
    };
    started.on("error", end);
    started.on("exit", end);
    // It must not keep a process alive that has ended its work.
    started.unref();
    return started;
  };
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      await turn.begin(currentBeneficiary().owner);
      try {
        const result = Promise.withResolvers<readonly unknown[]>();
        const message: ToReader = {
          id: (queries += 1),
          text,
          parameters: parameters as ToReader["parameters"],
        };
        open.set(message.id, result);
        (thread ??= start()).postMessage(message);
        return { rows: (await result.promise) as Row[] };
      } finally {
        turn.end();
      }
    },
    streamQuery: unsupported,
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    async destroy() {
      await thread?.terminate();
    },
  };
}

function unsupported(): never {
  throw new Error("The thread only reads single statements.");
}
