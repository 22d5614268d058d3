import type { Contract, Fault, OpenApiDocument, Operation, OperationMap } from "contract-kernel";
import { undocumentedStatus, type Engine } from "../engine.ts";
import { createExplainer } from "./errors.ts";
import { createJudge } from "./judge.ts";
import { withLimits } from "./limits.ts";
import { readMessages } from "./messages.ts";

/**
 * The engine of express-openapi-validator: another reading of the same contract, from its OpenAPI 3.0 document. What is
 * accepted or refused, and where, is the middleware's own judgement; only the words are shared with the other engine.
 *
 * @param document the contract's `openapi.json`
 * @throws {TypeError} when the document is not the contract's.
 * @throws {Error} when the middleware cannot use the document.
 * @example
 * const engine = await middlewareEngine(contract, document);
 * app.use(createContractRouter(contract, handlers, { ...options, engine }));
 */
export async function middlewareEngine<Types extends OperationMap<Types>>(
  contract: Contract<Types>,
  document: OpenApiDocument,
): Promise<Engine> {
  const operations = Object.values<Operation>(contract.operations);
  const messages = readMessages(operations, contract.refusals, document);
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
      const documented = `response ${operation?.id ?? ""} ${status}`;
      if (messages.schemas.has(documented)) return faultsOf(documented, message);
      const refusal = `refusal ${status}`;
      return messages.schemas.has(refusal)
        ? faultsOf(refusal, message)
        : undocumentedStatus(status);
    },
  };
}
