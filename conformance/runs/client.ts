import { callCases } from "../cases/clients/derive.ts";
import { isForbidden, playOnClient } from "../targets/client/play-call.ts";
import { startClient } from "../targets/client/client-process.ts";
import { hasCode } from "../errors.ts";
import type { Suite } from "../suite.ts";
import { exchangesOfSample, plan, planDerived } from "../cases/planned-case.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { Plan, PlanOptions } from "./plan.ts";

/**
 * Plans the cases of a client: samples, requests at a boundary, every boundary of responses, and the cases of calls. A client
 * that does not validate responses gets no responses that only validation can refuse.
 */
export async function planClient(
  suite: Suite,
  command: string,
  { log }: Pick<PlanOptions, "log"> = {},
): Promise<Plan> {
  const constraints = suite.constraints("client");
  const client = await startClient(command).catch((error: unknown) => {
    if (hasCode(error, "unplayable"))
      throw new UsageError(`--client "${command}": ${error.message}`);
    throw error;
  });
  const { isValidating = true } = client;
  if (!isValidating)
    log?.(
      'The client does not validate responses ("validates": false), so cases with invalid responses are left out.',
    );
  const play = (item: Parameters<typeof playOnClient>[1]) =>
    playOnClient(suite.contract, item, client);
  const judged = constraints.cases.filter((testCase) => isValidating || !isForbidden(testCase));
  const calls = callCases(suite).filter(({ needsValidation }) => isValidating || !needsValidation);
  return {
    planned: [
      ...plan(suite.cases, play, exchangesOfSample),
      ...planDerived(suite.derived("client"), "client", play),
      ...plan<Parameters<typeof play>[0]>([...judged, ...calls], play),
    ],
    constraints,
    ...(!isValidating && { leavesOut: true }),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
