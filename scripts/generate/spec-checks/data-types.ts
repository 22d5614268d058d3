import {
  getTypeName,
  navigateType,
  type Diagnostic,
  type Interface,
  type Namespace,
  type Operation,
} from "@typespec/compiler";
import { specFault } from "./spec-fault.ts";

/** A namespace, interface or operation in a message: the compiler accepts it, and the emitter would write any value. */
export function checkDataTypes(operation: Operation): Diagnostic[] {
  const found: (Namespace | Interface | Operation)[] = [];
  const note = (type: Namespace | Interface | Operation) => void found.push(type);
  for (const type of [operation.parameters, operation.returnType])
    navigateType(type, { namespace: note, interface: note, operation: note }, {});
  // What stands in the first one was found, too.
  return found.slice(0, 1).map((type) => {
    const kind = type.kind === "Namespace" ? "a namespace" : `an ${type.kind.toLowerCase()}`;
    const message = `${getTypeName(type)} is ${kind}. A message has models and other types of data.`;
    return specFault(operation, "no-data", message);
  });
}
