import { existsSync } from "node:fs";
import type { OnFeedback } from "../dev/feedback.ts";
import { runSession, type DevOptions } from "../dev/session.ts";
import { describeFeedback } from "../dev/text.ts";
import { readMockOptions } from "@contract-toolkit/mock/options";
import { freeAddress, portOf } from "@contract-toolkit/mock/open-server";
import { completed, entryOf, generating, untilStopped } from "../options.ts";
import { flags, parsed } from "../parsed.ts";
import { printLines, printJson } from "../terminal/print.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

export const help = `contract dev [ENTRY] [options] [-- COMMAND]

Generates, checks and serves again after each save, until it is interrupted. For each save it reports, with the milliseconds
since the save: the changes of the contract since the last save and what they break; samples that do not fit their schemas;
the generated files; sources that no longer compile; and all changes of the branch.

  ENTRY           TypeSpec file                    (default: spec/main.tsp)
  --out DIR       folder for the generated files   (default: generated)
  --version NAME  as in contract generate
  --keep PATH     as in contract generate
  -- COMMAND      run your server, and restart it when its generated files or sources change
                  (default: contract mock, on PORT, or 4010, or another if it is in use; -- alone: nothing is run)
  --restart DIR   folder with sources of COMMAND; can be repeated (default: contract, server and src, if they exist)
  --port NUMBER   port of the reference pages, which reload themselves (default: 4011; another if it is in use)
  --json          print one JSON object per line

While the specification has errors, nothing is generated and COMMAND keeps running. While samples do not fit their
schemas, files are generated, so that sources are checked against them, and COMMAND keeps running.

A contract router of COMMAND, and the mock, show their requests, with the contract's verdict, at /__requests. The address
is printed at the first request. The reference pages send requests to the mock.

Exit status: 0 stopped by SIGTERM or SIGINT, 2 could not run.
`;

/** Watches the project until a signal stops it. */
export async function dev(args: string[]): Promise<number> {
  const mark = args.indexOf("--");
  const { values, positionals } = parsed(mark < 0 ? args : args.slice(0, mark), {
    ...generating,
    restart: { type: "string", multiple: true },
    port: { type: "string", default: "4011" },
    ...flags("json"),
  });
  const entry = entryOf("dev", positionals);
  if (!existsSync(entry))
    throw new UsageError(`${entry} does not exist. Name the TypeSpec file: contract dev FILE.`);
  const asked = { entry, out: values.out, version: values.version, keep: values.keep };
  const { out, version: versions, keep } = await completed(asked);
  const run = mark < 0 ? await mockOf(out) : { command: args.slice(mark + 1) };
  const ended = new AbortController();
  void untilStopped().then(() => {
    ended.abort();
  });
  await runSession(
    {
      entry,
      out,
      versions,
      keep,
      restart: values.restart ?? ["contract", "server", "src"].filter((text) => existsSync(text)),
      ...run,
      port: portOf(values.port),
      isQuiet: values.json,
      onFeedback: values.json ? printFeedbackAsJson : printFeedback,
    },
    ended.signal,
  );
  return 0;
}

/** The command that runs a mock of the generated contracts. */
async function mockOf(out: string): Promise<Pick<DevOptions, "command" | "server">> {
  const { host, port: preferred } = readMockOptions([out]);
  const { port, origin } = await freeAddress(host, preferred);
  const command = [process.execPath, ...process.argv.slice(1, 2), "mock", out, "--port", port];
  return { command, server: origin };
}

const printFeedbackAsJson: OnFeedback = (feedback) => {
  printJson(feedback, 0);
};

const printFeedback: OnFeedback = (feedback) => {
  printLines(describeFeedback(feedback));
};
