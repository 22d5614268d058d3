import { parseArgs } from "node:util";
import { portOf } from "./open-server.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

export type MockOptions = ReturnType<typeof readMockOptions>;

/**
 * Reads the arguments of `contract mock`.
 *
 * @throws {UsageError} when no contract is named, or an option is not valid
 */
export function readMockOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: "string", default: process.env["PORT"] ?? "4010" },
      host: { type: "string", default: process.env["HOST"] ?? "127.0.0.1" },
      delay: { type: "string", default: "0" },
      fail: { type: "string", default: "0%" },
      seed: { type: "string", default: "mock" },
      provider: { type: "string" },
    },
  });
  if (positionals.length === 0)
    throw new UsageError(
      "mock needs a contract, for example generated/catalogue or openapi.yaml.",
      {
        isOfCall: true,
      },
    );
  const { host, seed, provider } = values;
  return {
    host,
    seed,
    provider,
    /** Generated contracts, folders that hold several, or other sources that the caller knows. */
    contracts: positionals,
    port: portOf(values.port),
    /** The shortest and the longest delay. */
    delayMs: delayOf(values.delay),
    failShare: shareOf(values.fail),
  };
}

/** Longer than the timeout of any client. */
const MOST_DELAY_MS = 600_000;

function delayOf(text: string): [number, number] {
  const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const range: [number, number] = [Number(from), Number(to)];
  if (from !== undefined && range[0] <= range[1] && range[1] <= MOST_DELAY_MS) return range;
  throw new UsageError(
    `--delay "${text}" is neither milliseconds, such as 200, nor a range, such as 100-500, up to ${MOST_DELAY_MS}.`,
  );
}

function shareOf(text: string): number {
  const [, percent] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text) ?? [];
  if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
  throw new UsageError(`--fail "${text}" is not a share of all requests, such as 5%.`);
}
