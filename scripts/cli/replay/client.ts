import {
  callCases,
  playCall,
  playOnClient,
  startClient,
  UnplayableError,
  type Suite,
} from "@contract-toolkit/conformance";
import {
  isForbidden,
  exchangesOfSample,
  plan,
  planDerived,
} from "@contract-toolkit/conformance/internal";
import { printToStderr } from "../terminal/print.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { constraintsFor } from "./constraints.ts";
import type { Plan } from "./plan.ts";

/**
 * Plans the cases of a client: samples, requests at a boundary, every boundary of responses, and the cases of calls. A client
 * that does not validate responses gets no responses that only validation can refuse.
 */
export async function planClient(suite: Suite, command: string): Promise<Plan> {
  const constraints = constraintsFor(suite, "client");
  const client = await startClient(command).catch((error: unknown) => {
    if (error instanceof UnplayableError)
      throw new UsageError(`--client "${command}": ${error.message}`);
    throw error;
  });
  const { isValidating = true } = client;
  if (!isValidating)
    printToStderr([
      'The client does not validate responses ("validates": false), so cases with invalid responses are left out.',
    ]);
  const play = (item: Parameters<typeof playOnClient>[1]) =>
    playOnClient(suite.contract, item, client);
  return {
    planned: [
      ...plan(suite.cases, play, exchangesOfSample),
      ...planDerived(suite.derived("client"), "client", play),
      ...plan(
        constraints.cases.filter((testCase) => isValidating || !isForbidden(testCase)),
        play,
      ),
      ...plan(
        callCases(suite).filter(({ needsValidation }) => isValidating || !needsValidation),
        (callCase) => playCall(suite.contract, callCase, client),
      ),
    ],
    constraints,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
