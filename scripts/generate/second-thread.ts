import { enableCompileCache } from "node:module";
import {
  MessageChannel,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from "node:worker_threads";

/** The tasks of the second thread. They take about as long as the rest, and do not need the TypeSpec program. */
const tasks = {
  types: async (...args: Parameters<Types["wireTypes"]>) =>
    (await import("./modules/types.ts")).wireTypes(...args),
  validators: async (...args: Parameters<Validators["compileValidators"]>) =>
    (await import("./validation/validators.ts")).compileValidators(...args),
};

type Types = typeof import("./modules/types.ts");
type Validators = typeof import("./validation/validators.ts");
type Tasks = typeof tasks;
type ResultOf<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/**
 * Runs a task in the second thread. The thread is reused, and does not keep the process alive.
 *
 * @example
 * const text = await inSecondThread("types", service.documents.openapi30);
 */
export function inSecondThread<Name extends keyof Tasks>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<ResultOf<Name>> {
  const { port1, port2 } = new MessageChannel();
  startSecondThread().postMessage({ name, args, port: port2 }, [port2]);
  return new Promise((resolve, reject) => {
    port1.once("message", (response: { result: ResultOf<Name> } | { error: Error }) => {
      port1.close();
      if ("error" in response) reject(response.error);
      else resolve(response.result);
    });
  });
}

let thread: Worker | undefined;

/** Starts the second thread early, so that it loads its modules while the specification is compiled. */
export function startSecondThread(): Worker {
  thread ??= new Worker(new URL(import.meta.url), { workerData: ROLE });
  thread.unref();
  return thread;
}

interface Task {
  readonly name: keyof Tasks;
  readonly args: never;
  readonly port: MessagePort;
}

const ROLE = "contract: second thread";

if (workerData === ROLE) {
  // A thread does not inherit it.
  enableCompileCache();
  parentPort?.on("message", ({ name, args, port }: Task) => {
    const run: (...given: never) => Promise<unknown> = tasks[name];
    const response = run(...args).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    void response.then((item) => {
      port.postMessage(item);
    });
  });
  await Promise.all([import("./modules/types.ts"), import("./validation/validators.ts")]);
}
