import { vi } from "vitest";
import { main } from "../../scripts/command-line.ts";

/** Runs `contract` in this process, which has loaded by now what a process of its own takes a second for. */
export async function contractHere(...args: string[]): Promise<{ status: number; output: string }> {
  const output: string[] = [];
  const print = (...texts: unknown[]) => {
    output.push(`${texts.map(String).join(" ")}\n`);
  };
  const write = (text: string | Uint8Array) => {
    output.push(String(text));
    return true;
  };
  using log = vi.spyOn(console, "log");
  using error = vi.spyOn(console, "error");
  using stdout = vi.spyOn(process.stdout, "write");
  using stderr = vi.spyOn(process.stderr, "write");
  for (const each of [log, error]) each.mockImplementation(print);
  for (const each of [stdout, stderr]) each.mockImplementation(write);
  const status = await main(args);
  return { status, output: output.join("") };
}
