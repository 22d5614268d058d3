import type { Case, Verdict } from "@contract-toolkit/conformance";
import { UsageError } from "../../usage-error.ts";

/**
 * Plays a sample with a fresh value ahead: on a server that has met with the values of this seed, they are fresh no more.
 *
 * @param play with the values of the seed
 * @param playAnew with values that no seed gives
 * @throws {UsageError} when only the new values are taken
 */
export async function requireUnusedSeed(
  samples: readonly Case[],
  seed: string,
  play: (sample: Case) => Promise<Verdict>,
  playAnew: (sample: Case) => Promise<Verdict>,
): Promise<void> {
  const sample = samples.find(
    ({ fresh, response, providerStates }) =>
      fresh.length > 0 && response.status < 300 && providerStates.length === 0,
  );
  if (!sample) return;
  const verdict = await play(sample);
  if (verdict.outcome === "failed" && (await playAnew(sample)).outcome === "passed")
    throw new UsageError(
      `The server already has the values of --seed ${seed}, but ${sample.id} needs fresh ones. Give another seed, or none.`,
    );
}
