import {
  type Contract,
  type Violation,
  type Operation,
  type OperationMap,
  type Validate,
  documentedOf,
  explainErrors,
} from "@contract-toolkit/contract/messages";
import { undocumentedStatus, type Engine } from "./engine.ts";

/** The engine with validators compiled ahead of time. It answers synchronously. */
export function compiledEngine<Types extends OperationMap<Types>>(
  contract: Contract<Types>,
): Engine {
  const validators = validatorsOf(contract);
  const judge = (validate: Validate, message: unknown): readonly Violation[] =>
    validate(message) ? noViolations : explainErrors(validate.errors ?? [], contract.boundsCodes);

  return {
    request(operation, message) {
      const validate = validators.request(operation);
      return validate
        ? judge(validate, message)
        : [{ pointer: "", reason: `${operation.id} has no validator` }];
    },
    response(operation, status, message) {
      const validate = validators.response(operation, status);
      return validate ? judge(validate, message) : undocumentedStatus(status);
    },
  };
}

/** Finds compiled validators of messages. */
export function validatorsOf<Types extends OperationMap<Types>>({
  validators,
  refusals,
}: Contract<Types>) {
  const byOperation = new Map(Object.entries<Contract["validators"][string]>(validators));
  return {
    request: ({ id }: Operation) => byOperation.get(id)?.request,
    response(operation: Operation | undefined, status: number): Validate | undefined {
      const own = operation && byOperation.get(operation.id)?.responses;
      return (own && documentedOf(own, status)) ?? refusals[status];
    },
  };
}

const noViolations: readonly Violation[] = [];
