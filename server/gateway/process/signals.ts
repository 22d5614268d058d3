import { endsWithin } from "../platform/concurrency/within-time.ts";

/** Dependencies of `stopOnSignal`. */
export interface SignalDeps {
  readonly target: {
    on(signal: "SIGTERM" | "SIGINT", listener: () => void): unknown;
    exit(code: number): unknown;
  };
  /** Maximum time from the first signal to the end of the process. */
  readonly patienceMs: number;
  readonly print: (text: string) => void;
}

/** Longer than a running gateway takes to stop (`STOP_LIMITS`), and less than the 10 s after which Docker kills a process. */
export const STOP_PATIENCE_MS = 9500;

/**
 * Ends the process on SIGTERM and SIGINT, also while it is still starting. The exit code is 0 if the program stopped in time, and
 * otherwise 1. A second signal ends it at once. An interrupted transaction of the database has no effect.
 *
 * @param started resolves to the function that stops the program
 */
export function stopOnSignal(
  started: Promise<() => Promise<void>>,
  {
    target = process,
    patienceMs = STOP_PATIENCE_MS,
    print = console.error,
  }: Partial<SignalDeps> = {},
): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) {
      print("A second signal ended the gateway at once.");
      target.exit(1);
      return;
    }
    isStopping = true;
    endsWithin(
      patienceMs,
      started.then((stop) => stop()),
    ).then(
      (inTime) => {
        if (!inTime) print("The gateway did not stop in time and was ended.");
        target.exit(inTime ? 0 : 1);
      },
      (error: unknown) => {
        print(error instanceof Error ? error.message : String(error));
        target.exit(1);
      },
    );
  };
  // The caller reports why the program did not start.
  started.catch(() => undefined);
  target.on("SIGTERM", onSignal);
  target.on("SIGINT", onSignal);
}
