import { github, parseHttpUrl } from "../options.ts";
import { flags, lists, parsed, texts } from "../parsed.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

export type ReplayOptions = ReturnType<typeof readReplayOptions>;

/** The target of a run. `mock` and `start` are servers that the run starts. */
type ReplayTarget =
  | { readonly kind: "mock" }
  | { readonly kind: "start"; readonly command: string; readonly basePath: string }
  | { readonly kind: "client"; readonly command: string }
  | { readonly kind: "server"; readonly url: URL }
  | { readonly kind: "receiver"; readonly url: URL };

/**
 * Reads the arguments of `contract replay`.
 *
 * @throws {UsageError} when the contract or the target is missing, or an option is not valid
 */
export function readReplayOptions(args: string[]) {
  const { values, positionals } = parsed(args, {
    ...texts("server", "client", "receiver", "start", "base-path", "provider", "known"),
    ...texts("choices", "report", "concurrency", "data", "max-time"),
    ...lists("header", "include", "exclude", "auth"),
    ...flags("mock", "samples", "bail", "json", "stateless", "closed"),
    seed: { type: "string", default: String(Date.now()) },
    ...github,
  });
  const { server, client, receiver, start, mock, header, concurrency, auth, ...given } = values;
  const { choices: asked, ...others } = given;
  const basePath = basePathOf(values["base-path"], start);
  const [folder, ...further] = positionals;
  const targets: ReplayTarget[] = [];
  if (mock) targets.push({ kind: "mock" });
  if (start !== undefined) targets.push({ kind: "start", command: start, basePath });
  if (client !== undefined) targets.push({ kind: "client", command: client });
  if (server !== undefined) targets.push({ kind: "server", url: parseHttpUrl("--server", server) });
  if (receiver !== undefined)
    targets.push({ kind: "receiver", url: parseHttpUrl("--receiver", receiver) });
  const [target, ...moreTargets] = targets;
  if (further.length > 0)
    throw new UsageError(
      `replay takes one contract; "${further.join('", "')}" is too many. Is the client's command in quotes?`,
    );
  if (folder === undefined || !target || moreTargets.length > 0)
    throw new UsageError(
      "replay needs a contract (a generated one, an OpenAPI document or TypeSpec) and one of --server, --start, --mock, --client and --receiver.",
      { isOfCall: true },
    );
  if (values.stateless && server === undefined && start === undefined)
    throw new UsageError(
      "--stateless is for servers; give a URL with --server, or start a server with --start.",
      { isOfCall: true },
    );
  const choices = asked === "none" ? ("none" as const) : undefined;
  if (asked !== choices) throw new UsageError(`--choices "${asked ?? ""}" is not "none".`);
  return {
    ...others,
    choices,
    folder,
    target,
    headers: parseHeaders(header),
    auth: parseAuth(auth),
    deadline: parseDeadline(values["max-time"]),
    stateless: values.stateless || mock,
    ...(concurrency !== undefined && { concurrency: parseConcurrency(concurrency) }),
  };
}

function basePathOf(basePath = "/", start: string | undefined): string {
  if (!/^\/(?!\/)[^\s?#]*$/.test(basePath))
    throw new UsageError(`--base-path "${basePath}" is not a path such as /api/v1.`);
  if (basePath !== "/" && start === undefined)
    throw new UsageError("--base-path belongs to --start; add the path to the URL of --server.", {
      isOfCall: true,
    });
  return basePath;
}

function parseConcurrency(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new UsageError(`--concurrency "${text}" is not a whole number from 1 to 999.`);
  return Number(text);
}

/** Credentials by security scheme. Without a value, it is that of the environment variable CONTRACT_AUTH_<NAME>. */
function parseAuth(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name = "", value] = /^([^=]+)(?:=(.*))?$/s.exec(text) ?? [];
      const variable = `CONTRACT_AUTH_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
      const found = value ?? process.env[variable];
      if (name === "" || found === undefined)
        throw new UsageError(
          `--auth "${text}" has no value. Write --auth NAME=VALUE, or set the environment variable ${variable}.`,
        );
      return [name, found];
    }),
  );
}

/** Its time begins at once, so that it also limits what comes before the first case. */
function parseDeadline(text: string | undefined): AbortSignal | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`--max-time "${text}" is not a whole number of seconds.`);
  return AbortSignal.timeout(Number(text) * 1000);
}

function parseHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--header "${line}" is not "Name: value".`);
      return [name, value];
    }),
  );
}

/** The beginning of the message for a contract without cases. `contract check` looks for it. */
export const nothingToPlay = "There is nothing to play";
