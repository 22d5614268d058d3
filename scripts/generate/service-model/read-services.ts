import type { HttpOperation } from "@typespec/http";
import { resolveOperationId } from "@typespec/openapi";
import { getAlwaysContentType } from "@contract-toolkit/typespec/program";
import type { Spec } from "../compile.ts";
import { readServiceViews } from "./service-views.ts";
import { emitDocuments } from "../openapi/documents.ts";
import { qualifyOperationIds } from "../program-mutations/operation-ids.ts";
import { removeNullParameters } from "../program-mutations/null-parameters.ts";
import { splitStatusRanges } from "../program-mutations/status-ranges.ts";
import { selectingConstants, sharedRoutesOf } from "../openapi/shared-routes.ts";
import { requireWritableParameters } from "../spec-checks/parameters.ts";
import { findSourcePosition } from "../source-positions.ts";
import { refuseUnsupported } from "../spec-checks/unsupported.ts";
import { unwritableBodies } from "../spec-checks/xml-bodies.ts";
import { refuse, specError } from "../spec-checks/spec-fault.ts";
import type { Service } from "./service.ts";
import { emittedOperation, readOperation } from "./read-operation.ts";
import { readPaging } from "./read-paging.ts";

/**
 * Reads every service of a compiled specification, in the order they are declared.
 *
 * @throws {SpecError} for anything that the toolkit does not support, with advice.
 */
export async function readServices(spec: Spec): Promise<Service[]> {
  qualifyOperationIds(spec.program);
  splitStatusRanges(spec.program);
  removeNullParameters(spec.program);
  const views = await readServiceViews(spec);
  refuseUnsupported(spec, views);
  requireWritableParameters(
    spec.program,
    views.flatMap(({ operations }) => operations.map(({ http }) => http)),
  );
  const documents = await emitDocuments(spec, views);
  return views.flatMap(({ name, namespace, version, operations }): Service[] => {
    const own = documents.find(
      (document) => document.namespace === namespace && document.version === version,
    );
    if (!own) return [];
    const emittedOf = (http: HttpOperation) => {
      const id = resolveOperationId(spec.program, http.operation);
      const emitted = emittedOperation(own.annotated, http, id);
      if (emitted) return emitted;
      throw specError(http.operation, "lost-operation", "The OpenAPI document lacks it.");
    };
    refuse(
      operations.flatMap(({ http }) => unwritableBodies(own.annotated, http, emittedOf(http))),
    );
    const shared = sharedRoutesOf(operations);
    const contentType = getAlwaysContentType(spec.program, namespace);
    return [
      {
        name,
        namespace,
        ...(version !== undefined && { version }),
        documents: own,
        operations: operations.map((operation) => {
          const { http } = operation;
          const others = shared.find((group) => group.includes(operation)) ?? [];
          const when = selectingConstants(
            http,
            others.flatMap((other) => (other === operation ? [] : other.http)),
          );
          // An operation of a library's template has no position in the specification.
          const around = findSourcePosition(spec, http.container) ??
            findSourcePosition(spec, namespace) ?? { file: spec.entry, line: 1, column: 1 };
          const read = readOperation(own.annotated, http, emittedOf(http), contentType, around);
          const paging = readPaging(spec.program, operation.written, read);
          return {
            ...read,
            ...operation,
            operation: {
              ...read.operation,
              ...(others.length > 0 && { when }),
              ...(paging && { paging }),
            },
          };
        }),
      },
    ];
  });
}
