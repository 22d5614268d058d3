import { NoAnswerError, send, type Case, type Verdict } from "@contract-toolkit/conformance";
import {
  fillPlaceholders,
  isPlaceholder,
  withCredentials,
} from "@contract-toolkit/conformance/internal";
import { UsageError } from "../../usage-error.ts";

/**
 * Waits for one answer, whatever it is, before a hundred cases fail for the same reason.
 *
 * @throws {UsageError} when there is none.
 */
export async function requireReachable(url: URL): Promise<void> {
  await send({ url, method: "HEAD", headers: {} }, PATIENCE_MS).catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      error instanceof NoAnswerError
        ? `Nothing answers at ${url.href} within ${PATIENCE_MS / 1000} s.`
        : `Nothing answers at ${url.href}: ${cause}.`,
    );
  });
}

/** A server that is still starting may take a while for its first answer. */
const PATIENCE_MS = 30_000;

/**
 * Plays a sample ahead that has to be answered with success, before hundreds of cases fail for the same reason. One operation may
 * refuse a good credential by mistake, so that up to three are asked.
 *
 * @param samples those that are to be played
 * @throws {UsageError} when a credential is missing, or each of them is answered with 401, or with 403 though it has a credential
 */
export async function requireAcceptedCredential(
  samples: readonly Case[],
  credentials: Readonly<Record<string, string>>,
  play: (sample: Case) => Promise<Verdict>,
): Promise<void> {
  let refused = "";
  for (const sample of telling(samples)) {
    requireGiven(sample, credentials);
    const verdict = await play(sample);
    const exchange = verdict.exchanges?.find((each) => each !== undefined);
    const status = exchange?.answer?.status;
    const isRefused = status === UNAUTHORIZED || (status === FORBIDDEN && needsCredential(sample));
    if (!exchange || !isRefused) return;
    const { method, url } = exchange.request;
    refused ||= `${method} ${url} is answered with ${status}`;
  }
  if (refused === "") return;
  const given = Object.keys(credentials)[0];
  throw new UsageError(
    given === undefined
      ? `The server asks for a credential: ${refused}. Give one with --header 'Name: value'.`
      : `The server refuses the credential: ${refused}. Give one of this server with --header '${given}: value'.`,
  );
}

/** RFC 9110, section 15.5.2: the request lacks valid credentials. */
const UNAUTHORIZED = 401;

/** Section 15.5.4: the credentials are not enough. Without one, it says nothing of credentials. */
const FORBIDDEN = 403;

function needsCredential({ operation, request }: Case): boolean {
  const { security = [], parameters } = operation;
  return (
    security.some((each) => each.length > 0) ||
    parameters.some(({ credential }) => credential) ||
    Object.values(request.headers).some(isPlaceholder)
  );
}

/** More than one fault of the server, and not many requests. */
const MOST_ASKED = 3;

/** One sample each of some operations; provider states may bring credentials of their own. What changes nothing comes first. */
function telling(samples: readonly Case[]): Case[] {
  const plain = samples.filter(
    ({ response, providerStates }) => response.status < 300 && providerStates.length === 0,
  );
  const isSafe = ({ operation }: Case) => operation.method === "GET";
  const first = new Map(
    [...plain.filter((each) => !isSafe(each)), ...plain.filter(isSafe)]
      .toReversed()
      .map((each) => [each.operation.id, each]),
  );
  return [...first.values()].slice(0, MOST_ASKED);
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
