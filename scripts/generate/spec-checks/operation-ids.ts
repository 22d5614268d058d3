import type { Program, Diagnostic } from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { resolveOperationId } from "@typespec/openapi";
import { calledNames, reservedIds, unusableOperationIds } from "@contract-toolkit/contract";
import { findRepeated, specFault } from "./spec-fault.ts";
import { typeNameOf } from "../modules/names.ts";

/** Operation ids become names of types, client methods, handlers and cases. */
export function checkOperationIds(
  program: Program,
  operations: readonly HttpOperation[],
): Diagnostic[] {
  const named = operations.map(({ operation }) => ({
    id: resolveOperationId(program, operation),
    target: operation,
  }));
  const advice = "give the operation another name, or one by @operationId.";
  const unusable = named
    .filter(({ id }) => !usableId.test(id) || unusableOperationIds.has(id))
    .map(({ id, target }) =>
      specFault(
        target,
        "operation-id",
        `The operation id "${id}" must begin with a letter and have only letters, digits, and "_", "-" and "." after it, and must not be a name that generated files use (${reservedIds.join(", ")}) or that JavaScript looks up in objects (${calledNames.join(", ")} and those of Object.prototype); ${advice}`,
      ),
    );
  const same = findRepeated(named, ({ id }) => typeNameOf(id)).map(([{ id, target }, first]) =>
    specFault(
      target,
      "same-operation-id",
      `${id === first.id ? `Another operation has the operation id "${id}", too` : `The operation id "${id}" gives types the names of another, "${first.id}"`}; ${advice}`,
    ),
  );
  return [...unusable, ...same];
}

const usableId = /^[A-Za-z_][\w.-]*$/;
