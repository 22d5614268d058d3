import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";

/** What `contract replay` was asked for. */
export interface ReplayOptions {
  /** Folder of the generated contract. */
  readonly folder: string;
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
  readonly given: string | undefined;
  readonly filter: string;
  readonly seed: string;
  readonly known: string | undefined;
  readonly report: string | undefined;
  readonly json: boolean;
}

/** The side under test and where it is. */
export type Target =
  | { readonly side: "server" | "receiver"; readonly url: URL }
  | { readonly side: "client"; readonly command: string };

/**
 * Reads the arguments of `contract replay`.
 *
 * @throws {UsageError} when they do not say what to replay on what.
 */
export function readOptions(args: string[], help: string): ReplayOptions {
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
      known: { type: "string" },
      report: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  const { server, client, receiver } = values;
  const [target, ...others] = [
    ...(server === undefined
      ? []
      : [
          () =>
            ({ side: "server", url: parseUrl("--server", server) }) as const,
        ]),
    ...(client === undefined
      ? []
      : [() => ({ side: "client", command: client }) as const]),
    ...(receiver === undefined
      ? []
      : [
          () =>
            ({
              side: "receiver",
              url: parseUrl("--receiver", receiver),
            }) as const,
        ]),
  ];
  if (folder === undefined || !target || others.length > 0)
    throw new UsageError(
      "replay needs a generated contract and one of --server, --client and --receiver.",
      help,
    );
  return {
    folder,
    target: target(),
    headers: parseHeaders(values.header),
    given: values.given,
    filter: values.filter,
    seed: values.seed,
    known: values.known,
    report: values.report,
    json: values.json,
  };
}

function parseUrl(option: string, text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new UsageError(`${option} "${text}" is no URL.`);
  return url;
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
