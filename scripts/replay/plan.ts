import {
  exchangesOfSample,
  freshValues,
  plan,
  playOnReceiver,
  playOnServer,
  type Case,
  type Planned,
  type Provider,
  type Suite,
  type Verdict,
} from "../../conformance/index.ts";
import { UsageError } from "../usage-error.ts";
import type { ReplayOptions, Target } from "./options.ts";
import { loadProvider } from "./provider.ts";

/** Everything that there is to play on the side under test. A further source of cases is a further line here. */
export function planCases(suite: Suite, player: Player): Planned[] {
  return [...plan(suite.cases, player.playSample, exchangesOfSample)];
}

/** Plays cases on the side under test, kind by kind. */
export interface Player extends AsyncDisposable {
  readonly playSample: (sample: Case) => Promise<Verdict>;
}

/**
 * Makes ready to play on the side under test.
 *
 * @throws {UsageError} when nothing answers there.
 */
export async function preparePlayer(
  suite: Suite,
  { target, given, headers, seed }: ReplayOptions,
): Promise<Player> {
  switch (target.side) {
    case "server": {
      await demandReachable(target.url);
      const provider = await loadProvider(given, suite.contract.name);
      return serverPlayer(suite, target.url, { headers, provider, seed });
    }
    case "receiver":
      await demandReachable(target.url);
      return {
        playSample: (sample) => playOnReceiver(sample, { url: target.url }),
        [Symbol.asyncDispose]: nothingToEnd,
      };
    case "client":
      return clientPlayer(target);
  }
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
): Promise<Player> {
  const credentials =
    Object.keys(headers).length > 0
      ? headers
      : await provider.credentials?.(url);
  const server = {
    url,
    headers: credentials ?? {},
    provider,
    fresh: freshValues(seed),
  };
  return {
    playSample: (sample) => playOnServer(suite, sample, server),
    [Symbol.asyncDispose]: nothingToEnd,
  };
}

/** What runs elsewhere goes on. */
function nothingToEnd(): Promise<void> {
  return Promise.resolve();
}

function clientPlayer({ command }: Target & { side: "client" }): Player {
  throw new UsageError(`--client "${command}": no client can be started yet.`);
}

/** One answer, whatever it is, before a hundred cases fail for the same reason. */
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
