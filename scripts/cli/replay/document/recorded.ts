/** Plans the samples that `contract proxy --samples` recorded. */
import type { Plan } from "@contract-toolkit/conformance";
import {
  casesOfSamples,
  exchangesOfSample,
  isChosen,
  noConstraints,
  plan,
  playRecorded,
  requireReachable,
  type RecordedSample,
} from "@contract-toolkit/conformance/internal";
import { isObject } from "@contract-toolkit/contract";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { ReplayOptions } from "../options.ts";
import { documentJudge } from "./allows-response.ts";
import { giveCredentials } from "./credentials.ts";
import type { LoadedSuite } from "./suite.ts";

/**
 * Plans recorded samples, one after the other, because each may need what those before it have made.
 *
 * @throws {UsageError} if one is of an operation that the contract does not have
 */
export async function planRecorded(
  { suite, document, unreadable }: LoadedSuite,
  url: URL,
  options: ReplayOptions,
  samples: readonly RecordedSample[],
): Promise<Plan> {
  const { operations } = suite.contract;
  const unknown = samples.find(({ operation }) => !Object.hasOwn(operations, operation));
  if (unknown)
    throw new UsageError(
      `A sample of --data ${options.data ?? ""} is of ${unknown.operation}, which the contract does not have.`,
    );
  const { values, secured } = giveCredentials(suite, options);
  await requireReachable(url);
  const judge = documentJudge(document, secured);
  const play = playRecorded(suite, { url, headers: values }, options.seed);
  const setups = new Set(
    samples.flatMap(({ operation, name, isSetup }) => (isSetup ? [`${operation}/${name}`] : [])),
  );
  return {
    planned: plan(
      casesOfSamples(operations, samples).filter(isChosen(options)),
      async (sample) => judge.judge(sample, await play(sample, setups.has(sample.id))),
      exchangesOfSample,
    ),
    unreadable,
    constraints: noConstraints,
    concurrency: 1,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Whether a value has the parts of a sample. Its messages are judged like any other. */
export function isSample(value: unknown): value is RecordedSample {
  if (!isObject(value)) return false;
  const { operation, name, request, response, fresh, generated } = value;
  return (
    typeof operation === "string" &&
    typeof name === "string" &&
    isObject(request) &&
    [request["path"], request["query"], request["headers"]].every(isObject) &&
    isObject(response) &&
    isObject(response["headers"]) &&
    [fresh, generated, value["providerStates"]].every(Array.isArray)
  );
}
