import { parentPort } from "node:worker_threads";
import type { Bank } from "../domain/bank/bank.ts";
import { inTrace, type traceHeaders } from "../platform/tracing.ts";
import { loadBank } from "./module.ts";

/** A call of one of the bank's methods, or without a method the abort of a call. */
export interface ToThread {
  readonly id: number;
  readonly method?: keyof Bank;
  readonly given?: readonly unknown[];
  /** The trace that the call is part of, for a module that loads an SDK of OpenTelemetry. */
  readonly trace?: ReturnType<typeof traceHeaders>;
}

/** The result of a call. The id 0 is the loading of the module. Without response and error it acknowledges an abort. */
export interface FromThread {
  readonly id: number;
  readonly response?: unknown;
  /** The parts of an error, because structured clone drops its code and fails for values that cannot be cloned. */
  readonly error?: { readonly message: string; readonly stack?: string; readonly code?: string };
}

// `threaded-bank.ts` starts the thread with the name of the module and the environment.
const [, , name = ""] = process.argv;
const underWay = new Map<number, AbortController>();

function postFromThread(message: FromThread): void {
  parentPort?.postMessage(message);
}

async function respondFromThread(id: number, act: () => unknown): Promise<void> {
  try {
    postFromThread({ id, response: await act() });
  } catch (error) {
    const { message, stack = "" } = error instanceof Error ? error : new Error(typeof error);
    postFromThread({ id, error: { message, stack, ...pickErrorCode(error) } });
  }
}

/** The code of an error or of its cause: `fetch` throws errors whose cause has the code. */
function pickErrorCode(error: unknown): { readonly code?: string } {
  const [cause] = [error, error instanceof Error && error.cause].filter(
    (value) => value instanceof Error && "code" in value,
  );
  return cause === undefined ? {} : { code: String(cause.code) };
}

let bank: Bank | undefined;
await respondFromThread(0, async () => {
  bank = await loadBank(name, process.env);
});
parentPort?.on("message", ({ id, method, given = [], trace = {} }: ToThread) => {
  const act = method && bank?.[method];
  if (method === undefined) {
    underWay.get(id)?.abort();
    postFromThread({ id });
    return;
  }
  const stopping = new AbortController();
  underWay.set(id, stopping);
  void respondFromThread(
    id,
    () =>
      act && inTrace(trace, (): unknown => Reflect.apply(act, bank, [...given, stopping.signal])),
  ).finally(() => underWay.delete(id));
});
