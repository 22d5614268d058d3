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
import { UsageError } from "../usage-error.ts";
import { concerning } from "./constraints.ts";
import type { Plan } from "./plan.ts";

/**
 * A client is played samples, requests at a boundary that it has to send, every boundary of what it is answered, and what HTTP
 * says of any call. One that does not judge answers is not given those that only the contract has something against.
 */
export async function planClient(suite: Suite, command: string): Promise<Plan> {
  const constraints = concerning(suite, "client");
  const client = await startClient(command).catch((error: unknown) => {
    if (error instanceof UnplayableError)
      throw new UsageError(`--client "${command}": ${error.message}`);
    throw error;
  });
  const { isValidating = true } = client;
  if (!isValidating)
    printToStderr([
      "The client says that it does not validate answers, so it gets none that it would have to refuse.",
    ]);
  const play = (each: Parameters<typeof playOnClient>[1]) =>
    playOnClient(suite.contract, each, client);
  return {
    planned: [
      ...plan(suite.cases, play, exchangesOfSample),
      ...planDerived(suite.derived("client"), "client", play),
      ...plan(
        constraints.cases.filter((each) => isValidating || !isForbidden(each)),
        play,
      ),
      ...plan(
        callCases(suite).filter(({ needsValidation }) => isValidating || !needsValidation),
        (each) => playCall(suite.contract, each, client),
      ),
    ],
    constraints,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
