import {
  responseName,
  explainErrors,
  logText,
  type Contract,
  type Violation,
  type MessageSchemas,
  type Operation,
  type OperationMap,
  type Validate,
} from "@contract-toolkit/contract";
import { validatorsOf } from "@contract-toolkit/skeleton/compiled-engine";
import { undocumentedStatus, type Engine } from "@contract-toolkit/skeleton/engine";
import { createMessageJudge } from "./judge.ts";
import { readMessages } from "./judged-messages.ts";

/** A message that only one of the two validators accepts. */
export interface Disagreement {
  /** `request <operationId>`, `response <operationId> <status>` or `refusal <status>`. */
  readonly message: string;
  readonly acceptedBy: "compiled" | "express-openapi-validator";
  /** Keywords that the other validator finds broken. */
  readonly broken: readonly string[];
}

export interface EngineOptions {
  /** Called for each message on which the validators disagree. Default: writes to the console. */
  readonly onDisagreement?: (disagreement: Disagreement) => void;
}

/**
 * The engine of express-openapi-validator. The middleware decides whether a message is accepted. The compiled validators
 * say what is wrong with it, and judge the rules for which the middleware has no keyword. A message that only one of them
 * accepts is refused and reported.
 *
 * @param schemas the contract's `messages.json`
 * @throws {TypeError} if they are not the contract's
 * @throws {Error} if the middleware cannot use them
 * @example
 * const engine = await middlewareEngine(contract, schemas);
 * app.use(createContractRouter(contract, handlers, { ...options, engine }));
 */
export async function middlewareEngine<Types extends OperationMap<Types>>(
  contract: Contract<Types>,
  schemas: MessageSchemas,
  { onDisagreement = writeDisagreement }: EngineOptions = {},
): Promise<Engine> {
  const operations = Object.values<Operation>(contract.operations);
  const messages = readMessages(operations, contract.refusals, schemas);
  const judge = createMessageJudge(messages);
  const validators = validatorsOf(contract);
  // Compiles every schema now, so that an unusable schema fails at the start, and no client waits.
  for (const name of messages.schemas.keys()) await judge(name, {});

  async function judgeMessage(
    message: string,
    value: object,
    validate: Validate | undefined,
  ): Promise<readonly Violation[]> {
    const refused = await judge(message, value);
    if (!validate) throw new TypeError(`The contract has no validator of "${message}".`);
    if (validate(value)) {
      if (!refused) return [];
      onDisagreement({ message, acceptedBy: "compiled", broken: refused });
      return explainErrors([]);
    }
    const errors = validate.errors ?? [];
    const broken = [...new Set(errors.map(({ keyword }) => keyword))];
    if (!refused && !broken.some((keyword) => messages.undecided.has(keyword)))
      onDisagreement({ message, acceptedBy: "express-openapi-validator", broken });
    return explainErrors(errors, contract.boundsCodes);
  }

  return {
    request: (operation, message) =>
      judgeMessage(`request ${operation.id}`, message, validators.request(operation)),
    response(operation, status, message) {
      const name = responseName(schemas.messages, operation?.id, status);
      return name === undefined
        ? undocumentedStatus(status)
        : judgeMessage(name, message, validators.response(operation, status));
    },
  };
}

function writeDisagreement({ message, acceptedBy, broken }: Disagreement): void {
  const text = `The validators disagree on a "${message}": only ${acceptedBy} accepts it. Broken rules: ${broken.join(", ")}.`;
  console.error(logText(text));
}
