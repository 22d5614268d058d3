import { getNamespaceFullName, type Operation, type Program } from "@typespec/compiler";
import { getOperationId, resolveOperationId, setOperationId } from "@typespec/openapi";
import { noteOfCopies, servicesOf } from "@contract-toolkit/typespec/program";
import { typeNameOf } from "../modules/names.ts";

/**
 * Gives operations of one service that would have the same id longer ids. The OpenAPI library makes an id of the operation
 * and its namespace or interface: `Standard_read` of `Simple.Standard.read` and of `Label.Standard.read`. They become
 * `Simple_Standard_read` and `Label_Standard_read`. An id of `@operationId` stays as it is.
 */
export function qualifyOperationIds(program: Program): void {
  for (const { namespace: service, operations } of servicesOf(program)) {
    const outside = getNamespaceFullName(service).split(".").length;
    const groups = Map.groupBy(
      operations.map(({ operation }) => operation),
      (operation) => typeNameOf(resolveOperationId(program, operation)),
    );
    for (const group of groups.values()) {
      if (group.length === 1) continue;
      for (const operation of group) {
        if (getOperationId(program, operation) !== undefined) continue;
        const names = operationNameParts(operation).slice(outside);
        const others = group
          .filter((otherOperation) => otherOperation !== operation)
          .map((otherOperation) => operationNameParts(otherOperation).slice(outside));
        const id = shortestApart(names, others).join("_");
        noteOfCopies(operation, (copy) => {
          setOperationId(program, copy, id);
        });
      }
    }
  }
}

/** Names of the namespaces, of the interface and of the operation, from the outside. */
function operationNameParts({ namespace, interface: owner, name }: Operation): string[] {
  const container = owner?.namespace ?? namespace;
  const outer = container ? getNamespaceFullName(container).split(".") : [];
  return [...outer, ...(owner ? [owner.name] : []), name];
}

/** The shortest end of `names` that no other list ends with. All of `names` if there is none. */
function shortestApart(
  names: readonly string[],
  others: readonly (readonly string[])[],
): readonly string[] {
  for (let count = 2; count < names.length; count += 1) {
    const end = names.slice(-count);
    const isSame = (otherPath: readonly string[]) =>
      otherPath.slice(-count).join("_") === end.join("_");
    if (!others.some(isSame)) return end;
  }
  return names;
}
