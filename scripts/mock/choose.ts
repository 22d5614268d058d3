import { statusKeyOf, type Operation } from "@contract-toolkit/kernel";
import { usualStatus, type Answers, type Origin } from "./answers.ts";
import { bestFit } from "./best-fit.ts";
import type { Preference } from "./preference.ts";
import type { KnownSample, Values } from "./samples.ts";

/** A request that keeps the contract, and what it asks of the mock. */
export interface Question {
  readonly operation: Operation;
  readonly samples: readonly KnownSample[];
  readonly asked: Values;
  readonly preference: Preference;
  /** Which content type a client would rather have of a status that has a body. */
  readonly preferredType: (status: number) => string | undefined;
}

/**
 * Chooses the answer to a valid request: the sample that is asked for by name, or else the one that fits best, of the status
 * that is asked for if there is one; derived where no sample is left. Says where it comes from, and what of the preference the
 * contract has, and has not.
 *
 * @throws {NoAnswerError} when there is no valid one
 */
export function choose(question: Question, answers: Answers) {
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
  const told = { applied, ignored };
  const ofStatus = samples.filter(({ case: { response } }) =>
    isDocumented ? response.status === code : true,
  );
  const candidates = named ? [named] : dynamic ? [] : ofCare(question, ofStatus, isDocumented);
  for (let left = candidates, best = bestFit(left, asked); best; best = bestFit(left, asked)) {
    const { sample, isExact } = best;
    const response = answers.ofSample(sample, asked);
    const origin: Origin = { sample: sample.name, ...(!isExact && !named && { isNearest: true }) };
    if (response) return { response, origin, ...told };
    left = left.filter((each) => each !== sample);
  }
  const status = named?.case.response.status ?? applied.code ?? usualStatus(operation);
  const response = answers.derived(operation, status);
  if (response instanceof Error) throw response;
  const origin: Origin = {};
  return { response, origin, ...told };
}

/**
 * Samples whose requests are valid, as this one is, before those of refusals; of several content types those with the one that
 * the client would rather have. An error that nobody asked for is no answer to a request that no sample shows.
 */
function ofCare(
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
  const isError = (each: KnownSample) => each.case.response.status >= 400;
  return valid.filter((each) => !isError(each) || bestFit([each], asked)?.isExact);
}

/** What a valid request with a credential has behind it: 401, and what is wrong with its body as a whole. */
const refusedBefore: ReadonlySet<number> = new Set([401, 413, 415]);
