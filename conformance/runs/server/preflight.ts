import { hasCode } from "../../errors.ts";
import { sendWireRequest } from "../../targets/send.ts";
import type { Case } from "../../cases/case.ts";
import type { Verdict } from "../../verdict.ts";
import { fillPlaceholders, isScenarioPlaceholder } from "../../request.ts";
import { withCredentials } from "../../credentials.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Waits for any response, so that an unreachable server is reported once and not for every case.
 *
 * @throws {UsageError} when there is no response
 */
export async function requireReachable(url: URL): Promise<void> {
  await sendWireRequest({ url, method: "HEAD", headers: {} }, PATIENCE_MS).catch(
    (error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error);
      throw new UsageError(
        hasCode(error, "no-response")
          ? `Nothing answers at ${url.href} within ${PATIENCE_MS / 1000} s.`
          : `Nothing answers at ${url.href}: ${cause}. Start the server, or correct the URL.`,
      );
    },
  );
}

/** A server that is still starting may take a while for its first response. */
const PATIENCE_MS = 30_000;

/**
 * Plays successful samples first, so that a wrong credential is reported once and not for every case. It plays up to three,
 * because one operation may refuse a valid credential by mistake.
 *
 * @param samples the samples of the run
 * @throws {UsageError} when a credential is missing, or all of these samples are answered with 401, or with 403 although they
 * have a credential
 */
export async function requireAcceptedCredential(
  samples: readonly Case[],
  credentials: Readonly<Record<string, string>>,
  play: (sample: Case) => Promise<Verdict>,
): Promise<void> {
  let refused = "";
  for (const sample of credentialProbes(samples)) {
    requireGiven(sample, credentials);
    const verdict = await play(sample);
    const exchange = verdict.exchanges?.find((exchange) => exchange !== undefined);
    const status = exchange?.response?.status;
    const isRefused = status === UNAUTHORIZED || (status === FORBIDDEN && needsCredential(sample));
    if (!exchange || !isRefused) return;
    const { method, url } = exchange.request;
    refused ||= `${method} ${url} is answered with ${status}`;
  }
  if (refused === "") return;
  const given = Object.keys(credentials)[0];
  throw new UsageError(
    given === undefined
      ? `The server requires a credential: ${refused}. Give one with --header 'Name: value'.`
      : `The server refuses the credential: ${refused}. Give a valid one with --header '${given}: value'.`,
  );
}

/** RFC 9110, section 15.5.2: the request lacks valid credentials. */
const UNAUTHORIZED = 401;

/** Section 15.5.4: the credentials are not sufficient. For a request without credentials it has another reason. */
const FORBIDDEN = 403;

/** Whether a request is refused without a credential. */
export function needsCredential({ operation, request }: Case): boolean {
  const { security = [], parameters } = operation;
  return (
    security.some((requirement) => requirement.length > 0) ||
    parameters.some(({ credential }) => credential) ||
    Object.values(request.headers).some(isScenarioPlaceholder)
  );
}

const MOST_PROBES = 3;

/** One sample each of some operations, GET first. Samples with provider states may have other credentials. */
function credentialProbes(samples: readonly Case[]): Case[] {
  const plain = samples.filter(
    ({ response, providerStates }) => response.status < 300 && providerStates.length === 0,
  );
  const isSafe = ({ operation }: Case) => operation.method === "GET";
  const first = new Map(
    [...plain.filter((item) => !isSafe(item)), ...plain.filter(isSafe)]
      .toReversed()
      .map((item) => [item.operation.id, item]),
  );
  return [...first.values()].slice(0, MOST_PROBES);
}

function requireGiven(
  { operation, request }: Case,
  credentials: Readonly<Record<string, string>>,
): void {
  try {
    fillPlaceholders(request.headers, credentials);
    withCredentials(operation, request, credentials);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}.`);
  }
}

/**
 * Plays a sample with fresh values first. A server that has already seen the values of this seed refuses them.
 *
 * @param play plays it with the values of the seed
 * @param playAnew plays it with random values
 * @throws {UsageError} when the server accepts only the random values
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
