import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { isContainer } from "@contract-toolkit/kernel";
import type { Bank, BankSettings } from "../domain/bank/bank.ts";
import type { UnguardedBank } from "./guard.ts";
import type { FromThread, ToThread } from "./module-thread.ts";

/** What makes a bank. */
export interface BankModule extends BankSettings {
  /** As `BANK_MODULE` has it. */
  readonly name: string;
}

/** How a module's thread is looked after. */
export interface ThreadRules {
  /** Hears of a thread that ended by itself, and why. */
  readonly onEnd: (error: BankModuleEnded) => void;
  readonly restartMs?: number | undefined;
  readonly deafMs?: number | undefined;
  readonly loadMs?: number | undefined;
}

/** The pause before a thread that ended is started again: a module that ends at every call must not keep a processor busy. */
const RESTART_MS = 1000;

/** How long an abort may stay unheard before the thread is taken for blocked. Longer than a garbage collection. */
const DEAF_MS = 5000;

/** How long a module may take to be loaded and to make its bank: far longer than a connection takes to be refused or made. */
const LOAD_MS = 30_000;

/** The thread of a bank's module ended, with what it was asked. */
export class BankModuleEnded extends Error {
  readonly code = "bank-module-ended";
}

/**
 * Runs the module in a thread of its own: an error that nobody catches, a `process.exit` or a loop without an end in it
 * ends that thread and not the gateway. The calls under way fail then, and the next one starts the module again.
 *
 * @throws whatever the module throws while it is loaded, as an Error with the same message and code
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
      // Whoever called it is told.
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
        if (!(error instanceof BankModuleEnded)) throw error;
      } finally {
        await last?.terminate();
      }
    },
  };
}

interface Thread {
  call(question: Omit<ToThread, "id">, signal?: AbortSignal): Promise<unknown>;
  terminate(): Promise<unknown>;
  readonly ended: Promise<BankModuleEnded>;
}

async function startThread(
  { name, environment }: BankModule,
  { deafMs = DEAF_MS, loadMs = LOAD_MS }: ThreadRules,
): Promise<Thread> {
  const file = new URL("./module-thread.ts", import.meta.url);
  const worker = new Worker(file, { argv: [name], env: { ...environment } });
  const loaded = Promise.withResolvers<unknown>();
  const calls = new Map<unknown, PromiseWithResolvers<unknown>>([[0, loaded]]);
  const ended = Promise.withResolvers<BankModuleEnded>();
  let called = 0;
  let deaf: NodeJS.Timeout | undefined;
  let over: BankModuleEnded | undefined;

  worker.on("message", (message: unknown) => {
    // The module, and whatever it is made of, can write to the same port.
    if (!isFromThread(message)) return;
    const { id, answer, error } = message;
    clearTimeout(deaf);
    deaf = undefined;
    if (error === undefined) calls.get(id)?.resolve(answer);
    else calls.get(id)?.reject(Object.assign(new Error(error.message), error));
  });
  const end = (cause?: unknown) => {
    clearTimeout(deaf);
    over ??= new BankModuleEnded("The bank's module ended.", { cause });
    ended.resolve(over);
    for (const each of calls.values()) each.reject(over);
  };
  worker.once("error", end);
  worker.once("exit", () => {
    end();
  });
  // Whoever calls next starts it again; while one is loading, no other is started.
  const loading = setTimeout(() => void worker.terminate(), loadMs);
  try {
    await loaded.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(loading);
  }
  worker.unref();

  return {
    ended: ended.promise,
    terminate: () => worker.terminate(),
    async call(question, signal) {
      // Its caller may have waited for a restart in vain.
      signal?.throwIfAborted();
      // Its end may be heard together with its loading.
      if (over) throw over;
      const id = ++called;
      const answered = Promise.withResolvers<unknown>();
      calls.set(id, answered);
      const abort = () => {
        worker.postMessage({ id });
        answered.reject(signal?.reason);
        deaf ??= setTimeout(() => void worker.terminate(), deafMs).unref();
      };
      signal?.addEventListener("abort", abort, { once: true });
      try {
        worker.postMessage({ ...question, id });
        return await answered.promise;
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
