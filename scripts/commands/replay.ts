import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import {
  describeVerdict,
  freshValues,
  loadSuite,
  playOnClient,
  playOnReceiver,
  playOnServer,
  startClient,
  type Case,
  type Provider,
  type Suite,
  type Verdict,
} from "../../conformance/index.ts";
import { UsageError } from "../usage-error.ts";

export const help = `contract replay DIR --server URL | --client 'CMD' | --receiver URL

Replays the documented samples of a generated contract (DIR, for example generated/catalogue) and compares the answers.

  --server URL            the server to test
  --client 'CMD'          the client to test: a command that speaks the protocol of conformance/README.md
  --receiver URL          the receiver of callbacks to test
  --header 'Name: value'  a credential; fills the placeholders of the samples; may be repeated
  --given FILE            module that exports \`provider\`, which brings about what samples need
                          (default: conformance/given/<contract>.ts, where there is one)
  --filter TEXT           only samples whose id (operation/name) contains TEXT
  --seed TEXT             makes the fresh values of the run (default: the time)
  --json                  print the verdicts as JSON

Exit status: 0 every sample is kept, 1 one is broken, 2 one could not be played.
`;

/** Plays every sample, one after the other, against a server, client or receiver that runs elsewhere. */
export async function replay(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      server: { type: "string" },
      client: { type: "string" },
      receiver: { type: "string" },
      header: { type: "string", multiple: true, default: [] },
      given: { type: "string" },
      filter: { type: "string", default: "" },
      seed: { type: "string", default: String(Date.now()) },
      json: { type: "boolean", default: false },
    },
  });
  const folder = positionals[0];
  const sides = [values.server, values.client, values.receiver];
  if (!folder || sides.filter((side) => side !== undefined).length !== 1) {
    throw new UsageError(
      "replay needs a generated contract and one of --server, --client and --receiver.",
      help,
    );
  }
  const suite = await loadSuite(folder);
  const cases = suite.cases.filter(({ id }) => id.includes(values.filter));
  if (cases.length === 0)
    throw new UsageError(`No sample's id contains "${values.filter}".`);
  if (values.client === undefined)
    await demandReachable(
      parseUrl(
        values.server === undefined ? "--receiver" : "--server",
        values.server ?? values.receiver,
      ),
    );
  await using client =
    values.client === undefined ? undefined : await startClient(values.client);
  const play = client
    ? (played: Case) => playOnClient(suite.contract, played, client)
    : values.server === undefined
      ? receiverPlayer(
          parseUrl("--receiver", values.receiver),
          await loadProvider(values.given, suite.contract.name),
        )
      : await serverPlayer(suite, parseUrl("--server", values.server), {
          headers: parseHeaders(values.header),
          provider: await loadProvider(values.given, suite.contract.name),
          seed: values.seed,
        });
  const verdicts: Verdict[] = [];
  for (const each of cases) {
    const verdict = await play(each);
    verdicts.push(verdict);
    if (!values.json && verdict.outcome !== "kept")
      console.log(describeVerdict(verdict));
    if (process.stderr.isTTY)
      process.stderr.write(
        `\r${String(verdicts.length)}/${String(cases.length)} `,
      );
  }
  console.log(
    values.json
      ? JSON.stringify(summary(verdicts), null, 2)
      : describeSummary(suite, verdicts),
  );
  return exitStatus(verdicts);
}

interface ServerOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly provider: Provider;
  readonly seed: string;
}

async function serverPlayer(
  suite: Suite,
  url: URL,
  { headers, provider, seed }: ServerOptions,
): Promise<(played: Case) => Promise<Verdict>> {
  const given =
    Object.keys(headers).length > 0
      ? headers
      : await provider.credentials?.(url);
  const fresh = freshValues(seed);
  return (played) =>
    playOnServer(suite, played, {
      url,
      headers: given ?? {},
      provider,
      fresh,
    });
}

function receiverPlayer(
  url: URL,
  provider: Provider,
): (played: Case) => Promise<Verdict> {
  return (played) => playOnReceiver(played, { url, provider });
}

/** A file that was named must be there; the default may be missing, for a contract whose samples need nothing. */
async function loadProvider(
  named: string | undefined,
  contract: string,
): Promise<Provider> {
  const file = named ?? join("conformance", "given", `${contract}.ts`);
  if (!existsSync(file)) {
    if (named === undefined) return { givens: {} };
    throw new UsageError(`--given ${file}: there is no such file.`, help);
  }
  const module = (await import(pathToFileURL(resolve(file)).href)) as {
    provider?: Partial<Provider>;
  };
  const { givens, ...others } = module.provider ?? {};
  if (!givens)
    throw new UsageError(
      `--given ${file} exports no provider with givens.`,
      help,
    );
  return { ...others, givens };
}

/** One answer, whatever it is, before a hundred samples fail for the same reason. */
async function demandReachable(url: URL): Promise<void> {
  await fetch(url, { method: "HEAD", redirect: "manual" }).catch(
    (error: unknown) => {
      const cause =
        error instanceof Error && error.cause instanceof Error
          ? `: ${error.cause.message}`
          : "";
      throw new UsageError(`Nothing answers at ${url.href}${cause}.`);
    },
  );
}

function parseUrl(option: string, text = ""): URL {
  const url = URL.parse(text);
  if (!url) throw new UsageError(`${option} "${text}" is no URL.`, help);
  return url;
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError(`--header "${line}" is not "Name: value".`, help);
      }
      return [name, value];
    }),
  );
}

function count(
  verdicts: readonly Verdict[],
  outcome: Verdict["outcome"],
): number {
  return verdicts.filter((each) => each.outcome === outcome).length;
}

function summary(verdicts: readonly Verdict[]): object {
  return {
    kept: count(verdicts, "kept"),
    broken: count(verdicts, "broken"),
    failed: count(verdicts, "failed"),
    cases: verdicts.map(
      ({ case: { id, source }, side, outcome, findings }) => ({
        id,
        side,
        outcome,
        findings,
        source,
      }),
    ),
  };
}

function describeSummary(
  { contract }: Suite,
  verdicts: readonly Verdict[],
): string {
  const failed = count(verdicts, "failed");
  const refused = verdicts.filter(({ findings }) =>
    findings.some(({ message }) => message.includes("found 401")),
  ).length;
  return [
    `${contract.title}: ${String(verdicts.length)} samples replayed, ${String(count(verdicts, "kept"))} kept, `,
    `${String(count(verdicts, "broken"))} broken, ${String(failed)} could not be played.`,
    ...(refused * 2 > verdicts.length
      ? [
          "\nMost requests were refused with 401: give credentials of this server with --header 'Name: value'.",
        ]
      : []),
  ].join("");
}

function exitStatus(verdicts: readonly Verdict[]): number {
  if (verdicts.length === 0 || count(verdicts, "failed") > 0) return 2;
  return count(verdicts, "broken") > 0 ? 1 : 0;
}
