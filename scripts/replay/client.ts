import {
  callCases,
  exchangesOfSample,
  plan,
  planDerived,
  playCall,
  playOnClient,
  startClient,
  UnplayableError,
  type Suite,
} from "@contract-toolkit/conformance";
import { UsageError } from "../usage-error.ts";
import { concerning } from "./constraints.ts";
import type { Plan } from "./plan.ts";

/** A client is played samples, requests at a boundary that it has to send, and every boundary of what it is answered. */
export async function planClient(suite: Suite, command: string): Promise<Plan> {
  const constraints = concerning(suite, "client");
  const client = await startClient(command).catch((error: unknown) => {
    if (error instanceof UnplayableError)
      throw new UsageError(`--client "${command}": ${error.message}`);
    throw error;
  });
  const play = (each: Parameters<typeof playOnClient>[1]) =>
    playOnClient(suite.contract, each, client);
  return {
    planned: [
      ...plan(suite.cases, play, exchangesOfSample),
      ...planDerived(suite.derived("client"), "client", play),
      ...plan(constraints.cases, play),
      ...plan(callCases(suite), (each) => playCall(suite.contract, each, client)),
    ],
    constraints,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
