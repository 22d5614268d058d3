import type {
  Contract,
  Fault,
  Operation,
  OperationMap,
  Validate,
} from "../../generated/contract.ts";
import { explain } from "../../generated/faults.ts";

/** A request by its parts, as it is validated. Parameters have their documented names and are already coerced. */
export interface RequestMessage {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  body?: unknown;
}

/** A response by its parts, as it is validated. */
export interface ResponseMessage {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Judges messages by a contract. An empty list is a message that keeps it. */
export interface Engine {
  /** Fills in defaults and returns the faults. */
  request(operation: Operation, message: RequestMessage): readonly Fault[];
  /** Faults of a response; a status that the operation does not have is one. */
  response(
    operation: Operation | undefined,
    status: number,
    message: ResponseMessage,
  ): readonly Fault[];
}

/** The engine of validators compiled ahead of time. */
export function compiledEngine<Types extends OperationMap<Types>>(
  contract: Contract<Types>,
): Engine {
  const validators = new Map(
    Object.entries<Contract["validators"][string]>(contract.validators),
  );
  const judge = (validate: Validate, message: unknown): readonly Fault[] =>
    validate(message)
      ? noFaults
      : explain(validate.errors ?? [], contract.boundsCodes);

  return {
    request(operation, message) {
      const found = validators.get(operation.id);
      return found
        ? judge(found.request, message)
        : [{ pointer: "", reason: `${operation.id} has no validator` }];
    },
    response(operation, status, message) {
      const documented =
        operation && validators.get(operation.id)?.responses[status];
      if (documented) return judge(documented, message);
      const refusal = contract.refusals[status];
      if (refusal)
        return judge(refusal, message.body).map((fault) => ({
          ...fault,
          pointer: `/body${fault.pointer}`,
        }));
      return [
        { pointer: "/status", reason: `${String(status)} is not documented` },
      ];
    },
  };
}

const noFaults: readonly Fault[] = [];
