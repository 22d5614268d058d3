import { execFile } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { promisify } from "node:util";

/** Runs a command with the Node.js of this repository first in the PATH. */
export async function run(cwd: string, command: string, ...args: readonly string[]) {
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  // Otherwise the test runner of Node.js in the project believes that it is part of another run.
  const own = { PATH: path, NODE_TEST_CONTEXT: undefined, NODE_ENV: undefined };
  const started = promisify(execFile)(command, args, { cwd, env: { ...process.env, ...own } });
  const ended = await started.catch(
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  const { stdout, stderr } = ended;
  return { status: "code" in ended ? ended.code : 0, stdout, text: stdout + stderr };
}
