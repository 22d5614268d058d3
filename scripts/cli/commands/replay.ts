import { mkdir } from "node:fs/promises";
import {
  exitStatus,
  hasCode,
  jsonReport,
  loadSuite,
  planClient,
  planReceiver,
  planServer,
  playPlan,
  readKnownFailures,
  reportContent,
  terminalReport,
  type KnownFailure,
  type Plan,
  type Report,
  type Suite,
  type Target,
} from "@contract-toolkit/conformance";
import {
  anyCredentials,
  Held,
  listStaleFailures,
  loadContract,
  loadProvider,
  loadScenarios,
  noConstraints,
} from "@contract-toolkit/conformance/internal";
import { startMock } from "@contract-toolkit/mock/server";
import { annotationsOf } from "../check/annotate.ts";
import { checkResult } from "../check/result.ts";
import { failuresIn } from "../replay/failures.ts";
import { planDocument } from "../replay/document/plan.ts";
import { isDocument, loadSuiteOf } from "../replay/document/suite.ts";
import { nothingToPlay, readReplayOptions, type ReplayOptions } from "../replay/options.ts";
import { startProgress } from "../replay/progress.ts";
import { writeReports } from "../replay/write-reports.ts";
import { startCommand, type LastOutput, type RunningServer } from "../replay/start-server.ts";
import { terminalColumns, isPlainTerminal, printToStderr } from "../terminal/print.ts";
import { indented } from "@contract-toolkit/contract";
import { readDocumentText, systemReason } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

export const help = `contract replay CONTRACT --server URL | --start 'CMD' | --mock | --client 'CMD' | --receiver URL

Plays the cases of a contract on a server, a client or a receiver of callbacks, and reports the failures. CONTRACT is a
generated contract (a folder, for example generated/catalogue). For servers it may also be an OpenAPI document (a file or a
URL) or a TypeSpec file: requests are then learned from the server, reads first; the run changes and deletes only what it
made itself, and lists what it cannot judge.

  --server URL            the server to test
  --start 'CMD'           start the server to test, and stop it afterwards: CMD gets the address to listen on (HOST, PORT)
                          and an empty folder (DATA_DIR)
  --base-path PATH        with --start: the path below which the server serves the contract, such as /api/v1
  --mock                  play on a mock of the contract itself (\`contract mock\`), which shows that its samples and its
                          schemas fit; implies --stateless, and needs no credential
  --client 'CMD'          the client to test: a command that speaks the protocol of conformance/README.md
  --receiver URL          the receiver of callbacks to test
  --header 'Name: value'  a credential, by its header, query parameter or cookie; can be repeated
  --auth NAME=VALUE       for a document: a credential, by its security scheme; without =VALUE it is that of the environment
                          variable CONTRACT_AUTH_NAME. It and --header are sent with every request
  --data FILE             for a document: JSON or YAML with values by name or operation.name, and bodies by operation; or the
                          samples of contract proxy --samples, which are then played, one after the other
  --closed                for a document: responses may have no undocumented fields
  --max-time SECONDS      end the run so many seconds after the start of the command; the report has what was played, and
                          says what was not. Only the reading of a document is not interrupted (a large one takes a minute)
  --provider FILE         module that exports \`provider\`, which sets up the provider states that cases need
                          (default: server/provider-states/<contract>.ts, if it exists)
  --stateless             the server keeps no state, like \`contract mock\`: each request names its sample
                          (Prefer: example=NAME), no provider state is set up, and scenarios are left out. Of a document,
                          every operation is played, because nothing can be destroyed
  --samples               play only samples, and derived messages if there are none: no constraints and no scenarios
  --include PATTERN       play only cases whose id (operation/name) matches PATTERN, such as 'addItem/*'; * matches any
                          text; can be repeated
  --exclude PATTERN       leave out such cases; can be repeated
  --bail                  end the run with the first case that fails or cannot be played
  --concurrency N         number of cases that are played on a server at a time (default: 1 if the provider does not say
                          which cases disturb others; otherwise up to 16, more for a slow server), or on a receiver (16)
  --known FILE            known failures, one per line: TARGET ID  # reason. ID may be a pattern. A listed case that fails
                          does not fail the run. A line fails the run if it matches no case, or if none of its cases fails
  --choices none          judge by the documented interface alone: a finding that rests on what the contract or its provider
                          has chosen (@chosen) does not count. Without it, such a finding names the choices
  --report DIR            write report.json, junit.xml and index.html into DIR
  --seed TEXT             seed of the run's fresh values (default: the time)
  --json                  print only the content of report.json
  --github                also print failures as annotations of a GitHub workflow (default: if GITHUB_ACTIONS is true)

Output has no colours if it does not go to a terminal or if NO_COLOR is set.
An operation is not implemented if all of its samples are answered with 501, with a 404 or 405 that it does not document, or
with the 404 of a path that the server does not have.
Its cases are not played, and the reports have one line for it. It fails the run unless all of its cases are excluded or known.

Exit status: 0 every case passed, 1 a case failed, could not be played or is wrongly listed, or an operation is not
implemented, 2 the command could not run.
`;

/**
 * Plays the cases of a contract on a server, client or receiver, and reports the results.
 *
 * @param load reads a generated contract; tests pass one that they have loaded already
 */
export async function replay(args: string[], load = loadSuite): Promise<number> {
  const startedAt = new Date();
  const options = readReplayOptions(args);
  const { kind } = options.target;
  const target = kind === "mock" || kind === "start" ? "server" : kind;
  const loaded = isDocument(options.folder)
    ? await loadSuiteOf(options.folder, options.closed)
    : undefined;
  const { suite: whole } = loaded ?? { suite: await loadContract(options.folder, load) };
  const suite = options.samples ? { ...whole, constraints: () => noConstraints } : whole;
  const { known: knownFile, ...chosen } = options;
  const known = await loadKnownFailures(knownFile);
  if (options.report !== undefined) await makeReportFolder(options.report);
  await using plan = await planReplay(suite, options, (url, headers) =>
    loaded
      ? planDocument(loaded, url, { ...options, headers })
      : planHere(suite, url, headers, options),
  );
  const report = await playPlan(suite, target, plan, {
    ...chosen,
    startedAt,
    known,
    progress: (planned) => startProgress(process.stderr, planned),
  });
  if (isEmpty(report)) throw new UsageError(whyNothing(suite, options, target));
  if (options.report !== undefined) await writeReports(options.report, report);
  const columns = terminalColumns();
  const run = { columns, isWritten: options.report !== undefined };
  process.stdout.write(
    options.json ? jsonReport(report) : terminalReport(report, isPlainTerminal(), run),
  );
  if (options.github && !options.json) {
    const lines = [...failuresIn(reportContent(report)), ...listStaleFailures(report)];
    process.stdout.write(annotationsOf({ checks: [checkResult("contract replay", lines)] }));
  }
  const status = exitStatus(report);
  if (status !== 0) printLastOutput(plan.lastOutput?.());
  return status;
}

/** Whether a report says nothing of the target, not even what is missing. */
function isEmpty({ results, notImplemented, needs, unreadable, isOutOfTime }: Report): boolean {
  const said = [...results, ...notImplemented, ...needs, ...unreadable];
  return said.length === 0 && !isOutOfTime;
}

function printLastOutput(output: Partial<LastOutput> = {}): void {
  for (const [stream, text] of Object.entries(output)) {
    const lines = text.trim().split("\n").slice(-MOST_LINES);
    if (text.trim() !== "")
      printToStderr([
        `The server's last output on ${stream}:`,
        ...lines.map((line) => indented(line, 2)),
      ]);
  }
}

/** Of each stream. A log has a line for each request. */
const MOST_LINES = 40;

/** A plan, and the last output of a server that the command has started. */
type PlanOfCommand = Plan & { readonly lastOutput?: () => LastOutput };

/** Plans a run on a server, with the provider and the scenarios of this project. */
async function planHere(
  suite: Suite,
  url: URL,
  headers: ReplayOptions["headers"],
  options: ReplayOptions,
): Promise<Plan> {
  const provider = await loadProvider(options.provider, suite.contract.name);
  const { headers: _, ...others } = options;
  return planServer(suite, url, {
    ...others,
    ...(Object.keys(headers).length > 0 && { headers }),
    provider,
    scenarios: options.stateless ? [] : await loadScenarios(options.folder, suite, provider),
    log,
  });
}

function log(line: string): void {
  printToStderr([line]);
}

/**
 * Plans the run, and starts the target if this command has to run it.
 *
 * @throws {UsageError} when the target does not answer
 */
async function planReplay(
  suite: Suite,
  options: ReplayOptions,
  planAt: (url: URL, headers: ReplayOptions["headers"]) => Promise<Plan>,
): Promise<PlanOfCommand> {
  const { target } = options;
  if (target.kind === "client") return planClient(suite, target.command, { log });
  if (target.kind === "receiver") {
    const provider = await loadProvider(options.provider, suite.contract.name);
    return planReceiver(suite, target.url, { ...options, provider });
  }
  if (target.kind === "server") return planAt(target.url, options.headers);
  await using held = new Held();
  const isMock = target.kind === "mock";
  const server = held.use(await (isMock ? serveMock(suite) : startCommand(target.command)));
  const url = isMock ? server.url : new URL(target.basePath, server.url);
  const headers = { ...(isMock && anyCredentials(suite.contract)), ...options.headers };
  const plan = held.use(await planAt(url, headers));
  const released = held.move();
  return {
    ...plan,
    lastOutput: server.lastOutput,
    [Symbol.asyncDispose]: () => released[Symbol.asyncDispose](),
  };
}

async function serveMock(suite: Suite): Promise<RunningServer> {
  const { url, close } = await startMock({ suites: [suite] });
  const lastOutput = () => ({ "standard error": "", "standard output": "" });
  return { url, lastOutput, [Symbol.asyncDispose]: close };
}

/** The message for a run without cases. */
function whyNothing(
  { contract, cases }: Suite,
  { include, exclude }: ReplayOptions,
  target: Target,
): string {
  if (include.length + exclude.length > 0)
    return `No case is left by ${[...include.map((text) => `--include "${text}"`), ...exclude.map((text) => `--exclude "${text}"`)].join(" ")}.`;
  return cases.length === 0
    ? `${nothingToPlay}: ${contract.title} has no sample (@opExample), and no message can be derived for its operations.`
    : `${nothingToPlay}: no sample of ${contract.title} is for a ${target}.`;
}

/** Before the run, so that a folder that cannot be written to is not reported after it. */
async function makeReportFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new UsageError(`--report ${folder} cannot be written to: ${systemReason(error)}.`);
  });
}

async function loadKnownFailures(file: string | undefined): Promise<KnownFailure[]> {
  if (file === undefined) return [];
  try {
    return readKnownFailures(await readDocumentText(file, `--known ${file}`));
  } catch (error) {
    if (!hasCode(error, "invalid-known-failures")) throw error;
    throw new UsageError(`--known ${file}: ${error.message}`);
  }
}
