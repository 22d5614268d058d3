import { statusKeyOf, type Operation } from "@contract-toolkit/contract";
import { usualStatus, type MockResponses, type Origin } from "./responses.ts";
import { bestFit } from "./best-fit.ts";
import type { Preference } from "./preference.ts";
import type { KnownSample, Values } from "./samples.ts";

/** A valid request, and its preference. */
export interface Question {
  readonly operation: Operation;
  readonly samples: readonly KnownSample[];
  readonly asked: Values;
  readonly preference: Preference;
  /** The content type that the client prefers for a status with a body. */
  readonly preferredType: (status: number) => string | undefined;
}

/**
 * Chooses the response to a valid request: the sample that the preference names, or the best fit, of the preferred status if it
 * is documented. Without a valid sample the response is derived.
 *
 * @returns the response, its origin, and which preferences were applied and ignored
 * @throws {MockError} `no-sample`, when no valid response can be derived
 */
export function choose(question: Question, responses: MockResponses) {
  const { operation, samples, asked, preference } = question;
  const { code, example, dynamic = false } = preference;
  const named = samples.find(({ name }) => name === example);
  const isDocumented = code !== undefined && statusKeyOf(operation.responses, code) !== undefined;
  const applied: Preference = {
    ...(named ? { example: named.name } : isDocumented && { code }),
    ...(!named && dynamic && { dynamic }),
  };
  const ignored: Preference = {
    ...(code !== undefined && applied.code === undefined && { code }),
    ...(example !== undefined && !named && { example }),
  };
  const preferences = { applied, ignored };
  const ofStatus = samples.filter(({ case: { response } }) =>
    isDocumented ? response.status === code : true,
  );
  const candidates = named ? [named] : dynamic ? [] : suitable(question, ofStatus, isDocumented);
  for (let left = candidates, best = bestFit(left, asked); best; best = bestFit(left, asked)) {
    const { sample, isExact } = best;
    const response = responses.ofSample(sample, asked);
    const origin: Origin = { sample: sample.name, ...(!isExact && !named && { isNearest: true }) };
    if (response) return { response, origin, ...preferences };
    left = left.filter((knownSample) => knownSample !== sample);
  }
  const status = named?.case.response.status ?? applied.code ?? usualStatus(operation);
  const response = responses.derived(operation, status);
  if (response instanceof Error) throw response;
  const origin: Origin = {};
  return { response, origin, ...preferences };
}

/**
 * The samples that may answer a valid request: of the preferred content type if there are any, and without refusals and errors
 * that the request does not show, unless it prefers their status.
 */
function suitable(
  { asked, preferredType }: Question,
  samples: readonly KnownSample[],
  isOfStatus: boolean,
): readonly KnownSample[] {
  const typed = samples.filter(({ case: { response } }) =>
    response.contentType === undefined
      ? true
      : preferredType(response.status) === response.contentType,
  );
  const left = typed.length > 0 ? typed : samples;
  if (isOfStatus) return left;
  const valid = left.filter(
    ({ isValid, isOfState, case: { response } }) =>
      isValid && !isOfState && !refusedBefore.has(response.status),
  );
  const isError = (knownSample: KnownSample) => knownSample.case.response.status >= 400;
  return valid.filter(
    (knownSample) => !isError(knownSample) || bestFit([knownSample], asked)?.isExact,
  );
}

/** Statuses of requests without a credential, or with a body that is not read. */
const refusedBefore: ReadonlySet<number> = new Set([401, 413, 415]);
