import {
  rangesOf,
  type Contract,
  type Fault,
  type MessageSchemas,
  type Operation,
  type OperationMap,
} from "@contract-toolkit/kernel";
import { undocumentedStatus, type Engine } from "../engine.ts";
import { createExplainer } from "./errors.ts";
import { createJudge } from "./judge.ts";
import { withLimits } from "./sibling-limits.ts";
import { readMessages } from "./judged-messages.ts";

/**
 * The engine of express-openapi-validator: another judge of the same schemas. What is accepted or refused, and where, is
 * the middleware's own judgement; only the words are shared with the other engine.
 *
 * @param schemas the contract's `messages.json`
 * @throws {TypeError} when they are not the contract's.
 * @throws {Error} when the middleware cannot use them.
 * @example
 * const engine = await middlewareEngine(contract, schemas);
 * app.use(createContractRouter(contract, handlers, { ...options, engine }));
 */
export async function middlewareEngine<Types extends OperationMap<Types>>(
  contract: Contract<Types>,
  schemas: MessageSchemas,
): Promise<Engine> {
  const operations = Object.values<Operation>(contract.operations);
  const messages = readMessages(operations, contract.refusals, schemas);
  const judge = withLimits(messages, createJudge(messages));
  const explain = createExplainer(messages, judge);
  // Every schema is compiled now: one that cannot be is no engine, and no client waits for it.
  for (const name of messages.schemas.keys()) await judge(name, {});

  const faultsOf = async (name: string, value: object): Promise<readonly Fault[]> => {
    const findings = await judge(name, value);
    return findings.length === 0 ? [] : explain(name, value, findings);
  };

  return {
    request: ({ id }, message) => faultsOf(`request ${id}`, message),
    response(operation, status, message) {
      const documented = [status, ...rangesOf(status)]
        .map((each) => `response ${operation?.id ?? ""} ${each}`)
        .find((name) => messages.schemas.has(name));
      if (documented !== undefined) return faultsOf(documented, message);
      const refusal = `refusal ${status}`;
      return messages.schemas.has(refusal)
        ? faultsOf(refusal, message)
        : undocumentedStatus(status);
    },
  };
}
