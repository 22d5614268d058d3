import { delimiter, dirname } from "node:path";
import { run as runHere } from "../../../../server/skeleton/testing/running-process.ts";

/** Runs a command with the Node.js of this repository first in the PATH. */
export async function run(cwd: string, command: string, ...args: readonly string[]) {
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  // Otherwise the test runner of Node.js in the project believes that it is part of another run.
  const own = { PATH: path, NODE_TEST_CONTEXT: undefined, NODE_ENV: undefined };
  const { code, stdout, stderr } = await runHere(command, args, {
    cwd,
    env: { ...process.env, ...own },
  });
  return { status: code, stdout, text: stdout + stderr };
}
