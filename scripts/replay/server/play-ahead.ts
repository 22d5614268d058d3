import { randomUUID } from "node:crypto";
import type { Case, Verdict } from "@contract-toolkit/conformance";
import { requireAcceptedCredential } from "./accepted-credential.ts";
import type { ReplayOptions } from "../options.ts";
import { requireUnusedSeed } from "./unused-seed.ts";

/** What shows before a run. */
export interface PlayedAhead {
  /** By the ids of the cases, so that nothing is played again. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** How long the last of them took; undefined where there was none. */
  readonly answerMs: number | undefined;
}

interface HowToPlay extends Pick<ReplayOptions, "seed" | "stateless"> {
  /** Credentials by the names of their headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly play: (sample: Case) => Promise<Verdict>;
  /** With the fresh values of another seed. */
  readonly playWith: (sample: Case, seed: string) => Promise<Verdict>;
}

/**
 * Plays a few samples before all others.
 *
 * @throws {UsageError} when they show that no case would tell anything.
 */
export async function playAhead(
  samples: readonly Case[],
  { headers, seed, stateless, play, playWith }: HowToPlay,
): Promise<PlayedAhead> {
  const verdicts = new Map<string, Verdict>();
  let answerMs: number | undefined;
  const playOnce = async (sample: Case) => {
    const start = performance.now();
    const verdict = verdicts.get(sample.id) ?? (await play(sample));
    if (!verdicts.has(sample.id)) answerMs = performance.now() - start;
    verdicts.set(sample.id, verdict);
    return verdict;
  };
  await requireAcceptedCredential(samples, headers, playOnce);
  if (!stateless)
    await requireUnusedSeed(samples, seed, playOnce, (each) => playWith(each, randomUUID()));
  return { verdicts, answerMs };
}
