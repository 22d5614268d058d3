import { vi } from "vitest";

export type Printed = Awaited<ReturnType<typeof printedBy>>;

/**
 * Runs a command and captures its output.
 *
 * @param options `folder`: the working folder; `isTerminal`: whether standard error is a terminal
 * @returns its exit status, its standard output (`text`) and its standard error (`shown`)
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
    const [text = "", shown = ""] = writes.map(({ mock }) => mock.calls.flat().join(""));
    return { status, text, shown };
  } finally {
    process.stderr.isTTY = false;
    process.chdir(started);
    for (const write of writes) write.mockRestore();
  }
}
