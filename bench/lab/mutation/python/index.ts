import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { promisify } from "node:util";
import { planDocument } from "../../../../scripts/cli/replay/document/plan.ts";
import { loadSuiteOf, type LoadedSuite } from "../../../../scripts/cli/replay/document/suite.ts";
import { readReplayOptions } from "../../../../scripts/cli/replay/options.ts";
import type { Verdict } from "../../../../conformance/index.ts";
import { noticed, type MutantGroup, type Outcome } from "../mutant.ts";

/** A server in another language, which leaves out one of its rules. Its document has no samples. */
export async function openPython(): Promise<MutantGroup> {
  const loaded = await loadSuiteOf(join(fixtures, "openapi.yaml"), false);
  const { stdout } = await promisify(execFile)("python3", [server, "--list"]);
  return {
    name: "python",
    aim: 0.9,
    mutants: stdout
      .trim()
      .split("\n")
      .map((rule) => ({
        id: rule,
        attempt: () => playPython(loaded, [rule], ({ outcome }) => outcome === "failed"),
      })),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Plays what `contract replay DOCUMENT --server URL` plays on the server, until a verdict is wanted. */
export async function playPython(
  loaded: LoadedSuite,
  broken: readonly string[],
  isWanted: (verdict: Verdict) => boolean,
): Promise<Outcome> {
  const child = spawn("python3", [server, ...broken], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(createInterface(child.stdout), "line")) as [string];
    const url = new URL(`http://127.0.0.1:${port}`);
    const options = readReplayOptions([
      ...["openapi.yaml", "--server", url.href, "--seed", "python", "--header", "X-Key: a key"],
    ]);
    await using plan = await planDocument(loaded, url, options);
    return await noticed(
      plan.planned.map((item) => ({ ...item.case, run: () => item.play() })),
      isWanted,
    );
  } finally {
    child.kill();
  }
}

const fixtures = join(import.meta.dirname, "../../fixtures/python");
const server = join(fixtures, "server.py");
