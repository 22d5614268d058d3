import { endsWithin } from "./within-time.ts";

/** What the signals of a process end. */
export interface SignalDeps {
  readonly target: {
    on(signal: "SIGTERM" | "SIGINT", listener: () => void): unknown;
    exit(code: number): unknown;
  };
  /** How long it may take from the first signal to the end. */
  readonly patienceMs: number;
  readonly tell: (text: string) => void;
}

/** More than a gateway that has started takes to stop, less than the 10 s after which Docker kills. */
const PATIENCE_MS = 9500;

/**
 * Ends the process on SIGTERM and SIGINT, also while it is still starting. The
 * exit code is 0 when the program has stopped in time, else 1. A second signal
 * ends it at once. Whatever is cut off, each transaction is done or not.
 *
 * @param started what stops the program, once it has started
 */
export function stopOnSignal(
  started: Promise<() => Promise<void>>,
  { target, patienceMs, tell }: SignalDeps = {
    target: process,
    patienceMs: PATIENCE_MS,
    tell: console.error,
  },
): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) {
      tell("Ended at once, by a second signal.");
      target.exit(1);
      return;
    }
    isStopping = true;
    endsWithin(
      patienceMs,
      started.then((stop) => stop()),
    ).then(
      (inTime) => {
        if (!inTime) tell("Ended although the gateway had not stopped in time.");
        target.exit(inTime ? 0 : 1);
      },
      (error: unknown) => {
        tell(error instanceof Error ? error.message : String(error));
        target.exit(1);
      },
    );
  };
  // Whoever starts the program tells why it did not start.
  started.catch(() => undefined);
  target.on("SIGTERM", onSignal);
  target.on("SIGINT", onSignal);
}
