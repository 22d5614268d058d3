import { open, writeFile, type FileHandle } from "node:fs/promises";
import { onPort, portOf } from "@contract-toolkit/mock/open-server";
import { bodyBytes } from "@contract-toolkit/proxy/exchange";
import { createJudge, type JudgedExchange } from "@contract-toolkit/proxy/judge";
import { requestsPath } from "@contract-toolkit/mock/server";
import { samplesOf, withRepeatedReads } from "@contract-toolkit/proxy/samples";
import { reportPath, startProxy } from "@contract-toolkit/proxy/server";
import { Traffic } from "@contract-toolkit/proxy/traffic";
import { readDocumentText, systemReason } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { contractOf, parseHttpUrl, serving, untilStopped } from "../options.ts";
import { flags, parsed, texts } from "../parsed.ts";
import { findOwnExchanges } from "../traffic/har-exchanges.ts";
import { loadJudgingSuite, type LoadedJudgingSuite } from "../traffic/judging-suite.ts";
import { reportLines, violationLines } from "../traffic/report-lines.ts";
import { printJson, printLines, printToStderr } from "../terminal/print.ts";

export const help = `contract proxy [CONTRACT] --to URL | --har FILE

Stands between any client and any server, and judges both by a contract. Everything passes unchanged. /__requests shows the
exchanges live, with the contract's verdict, /__report the report so far, as JSON. CONTRACT is a generated contract (a folder,
default: generated), an OpenAPI document (a file or a URL) or a TypeSpec file.

  --to URL           the server, with the path that the contract is served below
  --har FILE         judge the exchanges of a HAR file, as browsers and tools write it, instead of passing requests on. Without
                     --to, the server in it is found by the addresses of the contract
  --enforce          refuse what violates the contract: requests in the contract's form, responses with 502
  --closed           for a document: responses may have no undocumented fields
  --port NUMBER      (default: PORT, or 4014)
  --host ADDRESS     (default: HOST, or 127.0.0.1: this machine only)
  --timeout SECONDS  how long the server may be silent before its response (default: 60); then the response is 504
  --samples FILE     write samples of the exchanges, which contract replay --data FILE plays: one of each operation, status and
                     shape, with what it needs, and with its fresh and generated values marked. Known forms of
                     secrets and personal data are replaced: read the file before you share it
  --json             print the report as JSON

At the end (SIGTERM, SIGINT) open exchanges finish, and the report lists the violations, what the contract does not have, and
which operations, statuses and constraints were seen. Credentials and @secret fields are neither stored nor shown.

Exit status: 0 no violation, 1 a message violates the contract, 2 could not run.
`;

/** Judges traffic until a signal stops it, or that of a file, and reports. */
export async function proxy(args: string[]): Promise<number> {
  const options = readProxyOptions(args);
  const judging = await loadJudgingSuite(options.contract, options.isClosed);
  printToStderr(judging.unreadable.map((reason) => `Left out: ${reason}`));
  const traffic = new Traffic(judging.suite);
  const kept: JudgedExchange[] = [];
  let bytes = 0;
  const onExchange = (judged: JudgedExchange) => {
    traffic.add(judged);
    bytes += bodyBytes(judged.wire);
    const isKept = kept.length < MOST_RECORDED && bytes < MOST_RECORDED_BYTES;
    if (isKept && options.samples !== undefined) kept.push(judged);
  };
  const { har, to, samples: file } = options;
  if (har !== undefined) await readTraffic(judging, har, to, onExchange);
  const opened = file === undefined ? undefined : await openSamples(file);
  if (har === undefined && to) await passTraffic(judging, { ...options, to }, traffic, onExchange);
  if (file !== undefined) {
    const all = to && har === undefined ? await withRepeatedReads(judging, to, kept) : kept;
    const samples = samplesOf(judging.suite, all);
    printToStderr([
      `${samples.length} samples of ${all.length} exchanges`,
      "Known forms of secrets and personal data are replaced. Read the samples before you share them.",
    ]);
    await writeFile(file, `${JSON.stringify(samples, null, 2)}\n`);
    await opened?.close();
  }
  const report = traffic.report();
  if (options.isJson) printJson(report);
  else printLines(reportLines(report));
  return report.violations.length > 0 ? 1 : 0;
}

/** More than a session has, and small enough for memory. What comes later is judged, and becomes no sample. */
const MOST_RECORDED = 10_000;
const MOST_RECORDED_BYTES = 100_000_000;

async function passTraffic(
  judging: LoadedJudgingSuite,
  { to, host, port, isEnforced, timeoutMs }: ReturnType<typeof readProxyOptions> & { to: URL },
  traffic: Traffic,
  onExchange: (judged: JudgedExchange) => void,
): Promise<void> {
  const stopped = untilStopped();
  const starting = startProxy({
    ...judging,
    to,
    host,
    port,
    isEnforced,
    timeoutMs,
    report: () => traffic.report(),
    onExchange(judged) {
      onExchange(judged);
      printToStderr(violationLines(judged));
    },
  });
  const server = await onPort(starting, port);
  const { origin } = server.url;
  printToStderr([
    `Proxy of ${judging.suite.contract.title} at ${origin}, in front of ${to.href}`,
    `Exchanges, with the contract's verdict: ${origin}${requestsPath}; the report so far: ${origin}${reportPath}`,
  ]);
  await stopped;
  await server.close();
}

/** Opened before the traffic, which cannot be recorded again, and closed after it: a reader of a pipe ends with it. */
function openSamples(file: string): Promise<FileHandle> {
  return open(file, "a").catch((error: unknown) => {
    throw new UsageError(`--samples ${file} cannot be written: ${systemReason(error)}.`);
  });
}

async function readTraffic(
  judging: LoadedJudgingSuite,
  file: string,
  to: URL | undefined,
  onExchange: (judged: JudgedExchange) => void,
): Promise<void> {
  const text = await readDocumentText(file, `--har ${file}`);
  const own = findOwnExchanges(judging.suite, [text, file], judging.basePaths, to);
  printToStderr([
    `${own.exchanges.length} exchanges with ${own.base.href}, ${own.elsewhere} with other addresses`,
  ]);
  const judge = createJudge(judging);
  for (const wire of own.exchanges) onExchange(await judge.judgeExchange(wire));
}

function readProxyOptions(args: string[]) {
  const { values, positionals } = parsed(args, {
    ...texts("to", "har", "samples"),
    ...flags("enforce", "closed", "json"),
    ...serving("4014"),
    timeout: { type: "string", default: "60" },
  });
  const contract = contractOf("proxy", positionals);
  const { har, enforce, closed, host, timeout, samples, json } = values;
  const to = values.to === undefined ? undefined : parseHttpUrl("--to", values.to);
  if (!to && har === undefined)
    throw new UsageError("proxy needs --to URL, or --har FILE.", { isOfCall: true });
  if (har !== undefined && enforce)
    throw new UsageError("--enforce refuses messages, and those of --har have been sent.");
  if (!/^\d{1,6}$/.test(timeout) || Number(timeout) === 0)
    throw new UsageError(`--timeout "${timeout}" is not a number of seconds.`);
  return {
    contract,
    to,
    har,
    host,
    samples,
    port: portOf(values.port),
    timeoutMs: Number(timeout) * 1000,
    isEnforced: enforce,
    isClosed: closed,
    isJson: json,
  };
}
