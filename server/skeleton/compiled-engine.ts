import {
  type Contract,
  type Fault,
  type OperationMap,
  type Validate,
  documentedOf,
  explain,
} from "@contract-toolkit/kernel";
import { undocumentedStatus, type Engine } from "./engine.ts";

/** The engine of validators compiled ahead of time. It judges at once. */
export function compiledEngine<Types extends OperationMap<Types>>(
  contract: Contract<Types>,
): Engine {
  const validators = new Map(Object.entries<Contract["validators"][string]>(contract.validators));
  const judge = (validate: Validate, message: unknown): readonly Fault[] =>
    validate(message) ? noFaults : explain(validate.errors ?? [], contract.boundsCodes);

  return {
    request(operation, message) {
      const found = validators.get(operation.id);
      return found
        ? judge(found.request, message)
        : [{ pointer: "", reason: `${operation.id} has no validator` }];
    },
    response(operation, status, message) {
      const own = operation && validators.get(operation.id)?.responses;
      const documented = own && documentedOf(own, status);
      const validate = documented ?? contract.refusals[status];
      return validate ? judge(validate, message) : undocumentedStatus(status);
    },
  };
}

const noFaults: readonly Fault[] = [];
