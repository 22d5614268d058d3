import { vi } from "vitest";
import { main } from "../command-line.ts";

export type Printed = Awaited<ReturnType<typeof printedBy>>;

/**
 * Runs a command and captures its output.
 *
 * @param options `folder`: the working folder; `isTerminal`: whether standard error is a terminal
 * @returns its exit status, and what it printed; `output` is standard output followed by standard error
 */
export async function printedBy(
  run: () => Promise<number>,
  { folder = process.cwd(), isTerminal = false } = {},
) {
  const started = process.cwd();
  const writes = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockReturnValue(true),
  );
  process.chdir(folder);
  process.stderr.isTTY = isTerminal;
  try {
    const status = await run();
    const [stdout = "", stderr = ""] = writes.map(({ mock }) => mock.calls.flat().join(""));
    return { status, stdout, stderr, output: stdout + stderr };
  } finally {
    process.stderr.isTTY = false;
    process.chdir(started);
    for (const write of writes) write.mockRestore();
  }
}

/** Runs `contract` in this process, which is a second faster than a new process. */
export function contractHere(...args: string[]) {
  return printedBy(() => main(args));
}
