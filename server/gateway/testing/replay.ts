import { replay } from "../../../scripts/cli/commands/replay.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { printedBy } from "../../../scripts/cli/testing/printed.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";

export interface ReplayEnded {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `contract replay` on a committed contract. Cases that this process has already derived are reused. */
export async function replayHere(contract: string, args: readonly string[]): Promise<ReplayEnded> {
  const folder = `generated/${contract}`;
  try {
    const { status, stdout, stderr } = await printedBy(() =>
      replay([folder, ...args], () => committedSuite(contract)),
    );
    return { status, output: stdout, errors: stderr };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { status: 2, output: "", errors: error.message };
  }
}
