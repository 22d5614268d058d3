import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { isContainer } from "@contract-toolkit/contract";
import type { Bank, BankSettings } from "../domain/bank/bank.ts";
import { traceHeaders } from "../platform/tracing.ts";
import { threadFile } from "../platform/concurrency/thread-file.ts";
import { afterRunning } from "../platform/concurrency/within-time.ts";
import type { UnguardedBank } from "./guard.ts";
import type { FromThread, ToThread } from "./module-thread.ts";

/** The module of a bank. */
export interface BankModule extends BankSettings {
  /** The value of `BANK_MODULE`. */
  readonly name: string;
}

/** How a module's thread is supervised. Times are in milliseconds. */
export interface ThreadRules {
  /** Called when a thread has ended by itself. */
  readonly onEnd: (error: BankModuleEndedError) => void;
  readonly restartMs?: number | undefined;
  readonly abortMs?: number | undefined;
  readonly loadMs?: number | undefined;
}

/** The pause before an ended thread is started again, so that a module that ends at every call does not use much processor time. */
const RESTART_MS = 1000;

/** A thread that does not acknowledge an abort in this time is blocked and is ended. Longer than a garbage collection. */
const ABORT_MS = 5000;

/** How long a module may take to load and to create its bank. Much longer than a connection takes. */
const LOAD_MS = 30_000;

/** Environment variables that are not passed to a bank's module. */
const secrets: readonly string[] = ["MASTER_KEY", "MASTER_KEY_PREVIOUS", "METRICS_TOKEN"];

/** The thread of a bank's module has ended, so its open calls have failed. */
export class BankModuleEndedError extends Error {
  readonly code = "bank-module-ended";
}

/**
 * Runs a bank's module in a worker thread. An uncaught error, `process.exit` or an endless loop in it ends the thread but
 * not the gateway. The open calls fail then, and the next call starts the module again.
 *
 * @throws the error of the module while it is loaded, as an Error with the same message and code
 */
export async function threadedBank(module: BankModule, rules: ThreadRules): Promise<UnguardedBank> {
  const { onEnd, restartMs = RESTART_MS } = rules;
  let isClosed = false;
  let thread: Promise<Thread> | undefined;
  const start = (pauseMs: number): Promise<Thread> => {
    const starting = wait(pauseMs).then(() => startThread(module, rules));
    thread = starting;
    void starting
      .then(async ({ ended }) => {
        const error = await ended;
        if (!isClosed) onEnd(error);
      })
      // The caller gets the error.
      .catch(() => undefined)
      .finally(() => {
        thread = undefined;
      });
    return starting;
  };
  await start(0);

  const call = async (method: keyof Bank, given: readonly unknown[], signal?: AbortSignal) => {
    const running = await (thread ?? start(restartMs));
    return running.call({ method, given }, signal);
  };
  return {
    register: (source, signal) => call("register", [source], signal),
    sendOtp: (transactionId, otp, signal) => call("sendOtp", [transactionId, otp], signal),
    decide: (payment, signal) => call("decide", [payment], signal),
    reverse: (reversal, signal) => call("reverse", [reversal], signal),
    enrol: (cardNumber, signal) => call("enrol", [cardNumber], signal),
    async close() {
      isClosed = true;
      const last = await thread?.catch(() => undefined);
      try {
        await last?.call({ method: "close" });
      } catch (error) {
        if (!(error instanceof BankModuleEndedError)) throw error;
      } finally {
        await last?.terminate();
      }
    },
  };
}

type Thread = Awaited<ReturnType<typeof startThread>>;

async function startThread(
  { name, environment }: BankModule,
  { abortMs = ABORT_MS, loadMs = LOAD_MS }: ThreadRules,
) {
  const file = threadFile("./module-thread", import.meta.url);
  const env = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !secrets.includes(name)),
  );
  const worker = new Worker(file, { argv: [name], env });
  const loaded = Promise.withResolvers<unknown>();
  const calls = new Map<unknown, PromiseWithResolvers<unknown>>([[0, loaded]]);
  const ended = Promise.withResolvers<BankModuleEndedError>();
  let called = 0;
  let endWait: (() => void) | undefined;
  let over: BankModuleEndedError | undefined;

  worker.on("message", (message: unknown) => {
    // The module and its dependencies can write to the same port.
    if (!isFromThread(message)) return;
    const { id, response, error } = message;
    endWait?.();
    endWait = undefined;
    if (error === undefined) calls.get(id)?.resolve(response);
    else calls.get(id)?.reject(Object.assign(new Error(error.message), error));
  });
  const end = (cause?: unknown) => {
    endWait?.();
    over ??= new BankModuleEndedError("The bank's module ended.", { cause });
    ended.resolve(over);
    for (const call of calls.values()) call.reject(over);
  };
  worker.once("error", end);
  worker.once("exit", () => {
    end();
  });
  // The next call starts the thread again.
  const cancel = afterRunning(loadMs, () => void worker.terminate());
  try {
    await loaded.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    cancel();
  }
  worker.unref();

  return {
    ended: ended.promise,
    terminate: () => worker.terminate(),
    async call(question: Omit<ToThread, "id" | "trace">, signal?: AbortSignal): Promise<unknown> {
      // The call may have timed out during a restart.
      signal?.throwIfAborted();
      // The thread may have ended right after loading.
      if (over) throw over;
      const id = ++called;
      const result = Promise.withResolvers<unknown>();
      calls.set(id, result);
      const abort = () => {
        worker.postMessage({ id });
        result.reject(signal?.reason);
        endWait ??= afterRunning(abortMs, () => void worker.terminate());
      };
      signal?.addEventListener("abort", abort, { once: true });
      try {
        worker.postMessage({ ...question, id, trace: traceHeaders() });
        return await result.promise;
      } finally {
        calls.delete(id);
        signal?.removeEventListener("abort", abort);
      }
    },
  };
}

function isFromThread(message: unknown): message is FromThread {
  if (!isContainer(message) || typeof message["id"] !== "number") return false;
  const { error } = message;
  return error === undefined || (isContainer(error) && typeof error["message"] === "string");
}
