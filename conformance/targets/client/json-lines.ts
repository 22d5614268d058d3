import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { isObject, parseJson } from "@contract-toolkit/contract";
import { stopperOf } from "@contract-toolkit/schemas/stopper";
import { ConformanceError } from "../../errors.ts";

export type JsonLine = Readonly<Record<string, unknown>>;

/** Starts a shell command and exchanges JSON objects with it, one per line. Its standard error is passed through. */
export function openDialogue(command: string) {
  const child = spawn(command, {
    shell: true,
    stdio: ["pipe", "pipe", "inherit"],
    // A separate process group, so that everything the shell started can be killed with it.
    detached: process.platform !== "win32",
  });
  const unstarted = new Promise<never>((_, reject) => {
    child.once("error", (cause) => {
      reject(new ConformanceError("unplayable", "the client could not be started", { cause }));
    });
  });
  // `receive` reports the error when it waits for a line.
  unstarted.catch(() => undefined);
  // A process that has ended does not read. The end of its output reports that.
  child.stdin.on("error", () => undefined);
  const ended = once(child, "exit").catch(() => undefined);
  const stop = stopperOf(child, END_MS);
  const lines = readJsonLines(child.stdout);

  const nextLine = async (task: string): Promise<string> => {
    const line = await lines.next();
    if (line.done !== true) return line.value;
    await ended;
    throw new ConformanceError(
      "unplayable",
      `the client ended (${describeEnd(child)}) and did not ${task}`,
    );
  };
  return {
    send(message: JsonLine) {
      child.stdin.write(`${stringifyJsonLine(message)}\n`);
    },
    /**
     * Reads the next line of the process.
     *
     * @param task what the process has to do; error messages quote it
     * @throws {ConformanceError} `unplayable`, when no line comes within the limit, the process has ended, or the line is not a JSON object
     */
    async receive(task: string, limitMs: number) {
      const late = `the client did not ${task} within ${limitMs / 1000} s`;
      const line = Promise.race([nextLine(task), unstarted]);
      return readJsonLine(await within(limitMs, line, late));
    },
    /** Ends the input of the process, and kills the process if it does not end by itself. */
    async close() {
      child.stdin.end();
      // It is not over before its output has been read.
      const rest = (async () => {
        while ((await lines.next()).done !== true);
      })();
      rest.catch(() => undefined);
      await stop();
    },
  };
}

/** JSON in one line. U+2028 and U+2029 are escaped, because some languages end a line there. */
function stringifyJsonLine(message: JsonLine): string {
  return JSON.stringify(message).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** A line ends only with a line feed, because texts in JSON may hold characters that end lines elsewhere. */
async function* readJsonLines(stream: Readable): AsyncGenerator<string, undefined> {
  stream.setEncoding("utf8");
  let begun: string[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<string>) {
    const [end = "", ...further] = piece.split("\n");
    begun.push(end);
    length += end.length;
    for (const start of further) {
      yield begun.join("");
      begun = [start];
      length = start.length;
    }
    if (length > MOST_CHARACTERS)
      throw new ConformanceError(
        "unplayable",
        `the client printed a line of more than ${MOST_CHARACTERS} characters`,
      );
  }
  const rest = begun.join("");
  if (rest !== "") yield rest;
  return undefined;
}

/** Larger than any useful result, and small enough for memory. */
const MOST_CHARACTERS = 100_000_000;

/** A process without input has nothing left to do. */
const END_MS = 2000;

/** Enough to recognise where the line comes from. */
const SHOWN_LENGTH = 200;

function within<Value>(limitMs: number, promise: Promise<Value>, late: string): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new ConformanceError("unplayable", late));
  }, limitMs);
  return Promise.race([promise, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

function describeEnd({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit status ${String(exitCode)}`;
}

function readJsonLine(line: string): JsonLine {
  const message = parseJson(line);
  if (isObject(message)) return message;
  throw new ConformanceError(
    "unplayable",
    `the client printed a line that is not a JSON object: ${line.slice(0, SHOWN_LENGTH)}`,
  );
}
