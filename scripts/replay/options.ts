import { parseArgs } from "node:util";
import { urlOf } from "../options.ts";
import { UsageError } from "../usage-error.ts";

/** What `contract replay` was asked for. */
export interface ReplayOptions {
  /** Folder of the generated contract. */
  readonly folder: string;
  readonly target: ReplayTarget;
  readonly headers: Readonly<Record<string, string>>;
  /** File of the provider. */
  readonly provider: string | undefined;
  /** Patterns of the ids of cases. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The run ends with the first failure. */
  readonly bail: boolean;
  readonly seed: string;
  readonly known: string | undefined;
  readonly report: string | undefined;
  readonly json: boolean;
  /** The server keeps no state: each request names its sample. */
  readonly stateless: boolean;
  /** No constraints and no scenarios. */
  readonly samples: boolean;
  /** How many cases are played on a server at a time; undefined: as many as it bears. */
  readonly concurrency: number | undefined;
}

/** What was asked for, when the server may still have to be started. */
export interface AskedOptions extends Omit<ReplayOptions, "target"> {
  readonly target: ReplayTarget | StartedServer;
}

/** A server that is started for the run. */
export type StartedServer =
  | { readonly kind: "mock" }
  | { readonly kind: "start"; readonly command: string };

/** The target and where it is. */
export type ReplayTarget =
  | { readonly kind: "server" | "receiver"; readonly url: URL }
  | { readonly kind: "client"; readonly command: string };

/**
 * Reads the arguments of `contract replay`.
 *
 * @throws {UsageError} when they do not say what to replay on what.
 */
export function readOptions(args: string[]): AskedOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      server: { type: "string" },
      client: { type: "string" },
      receiver: { type: "string" },
      start: { type: "string" },
      mock: { type: "boolean", default: false },
      samples: { type: "boolean", default: false },
      header: { type: "string", multiple: true, default: [] },
      provider: { type: "string" },
      include: { type: "string", multiple: true, default: [] },
      exclude: { type: "string", multiple: true, default: [] },
      bail: { type: "boolean", default: false },
      seed: { type: "string", default: String(Date.now()) },
      known: { type: "string" },
      report: { type: "string" },
      json: { type: "boolean", default: false },
      stateless: { type: "boolean", default: false },
      concurrency: { type: "string" },
    },
  });
  const [folder, ...further] = positionals;
  const { server, client, receiver, start, mock } = values;
  const targets = [server, client, receiver, start, mock || undefined].filter(
    (each) => each !== undefined,
  ).length;
  if (further.length > 0)
    throw new UsageError(
      `replay takes one generated contract; "${further.join('", "')}" is too many. Is the client's command in quotes?`,
    );
  if (folder === undefined || targets !== 1)
    throw new UsageError(
      "replay needs a generated contract and one of --server, --start, --mock, --client and --receiver.",
      { isOfCall: true },
    );
  if (values.stateless && server === undefined && start === undefined)
    throw new UsageError(
      "--stateless is for servers; give a URL with --server, or start a server with --start.",
      { isOfCall: true },
    );
  return {
    folder,
    target: readTarget(values),
    headers: parseHeaders(values.header),
    provider: values.provider,
    include: values.include,
    exclude: values.exclude,
    bail: values.bail,
    seed: values.seed,
    known: values.known,
    report: values.report,
    json: values.json,
    stateless: values.stateless || mock,
    samples: values.samples,
    concurrency:
      values.concurrency === undefined ? undefined : parseConcurrency(values.concurrency),
  };
}

function readTarget({
  server,
  client = "",
  receiver,
  start,
  mock,
}: Readonly<Partial<Record<"server" | "client" | "receiver" | "start", string>>> & {
  readonly mock: boolean;
}): AskedOptions["target"] {
  if (mock) return { kind: "mock" };
  if (start !== undefined) return { kind: "start", command: start };
  if (server !== undefined) return { kind: "server", url: urlOf("--server", server) };
  if (receiver !== undefined) return { kind: "receiver", url: urlOf("--receiver", receiver) };
  return { kind: "client", command: client };
}

function parseConcurrency(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new UsageError(`--concurrency "${text}" is not a whole number from 1 to 999.`);
  return Number(text);
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--header "${line}" is not "Name: value".`);
      return [name, value];
    }),
  );
}
