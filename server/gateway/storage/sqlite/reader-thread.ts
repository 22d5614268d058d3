import { parentPort, workerData } from "node:worker_threads";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** A query for the thread. */
export interface ToReader {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly SQLInputValue[];
}

/** The rows of a query, or the message of its error. */
export interface FromReader {
  readonly id: number;
  readonly rows?: readonly unknown[];
  readonly error?: string;
}

// `threaded-reads.ts` starts the thread with the path of the file.
const file = new DatabaseSync(String(workerData), { readOnly: true });

parentPort?.on("message", ({ id, text, parameters }: ToReader) => {
  parentPort?.postMessage(runReaderStatement(id, text, parameters));
});

function runReaderStatement(
  id: number,
  text: string,
  parameters: readonly SQLInputValue[],
): FromReader {
  try {
    return { id, rows: file.prepare(text).all(...parameters) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
