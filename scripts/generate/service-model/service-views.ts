import {
  listServices,
  NoTarget,
  type Namespace,
  type Operation,
  type Program,
} from "@typespec/compiler";
import {
  unsafe_mutateSubgraphWithNamespace as mutateSubgraphWithNamespace,
  type unsafe_MutatorWithNamespace as MutatorWithNamespace,
} from "@typespec/compiler/experimental";
import { getHttpService, type HttpOperation } from "@typespec/http";
import { specError } from "../spec-checks/spec-fault.ts";
import type { Spec } from "../compile.ts";
import { withTemplatePath } from "../openapi/uri-templates.ts";

/** One contract of a specification: a service, or one version of it (`@versioned`). */
export interface ServiceView {
  /** Folder name below `generated/`. */
  readonly name: string;
  /** As it is written, with the parts of all versions. */
  readonly namespace: Namespace;
  /** Value of the version, if the service has versions. */
  readonly version?: string;
  /** Operations of this version, with its types. */
  readonly operations: readonly ViewedOperation[];
}

/** An operation of a contract. */
export interface ViewedOperation {
  readonly http: HttpOperation;
  /** As it is written, with the parts of all versions. */
  readonly written: Operation;
  /** Whether no later version has it. */
  readonly isNewest: boolean;
}

/**
 * Reads every contract of a specification: services as they are declared, versions from the oldest. The chosen version
 * (default: the latest) gets the folder of its service, the others `<service>-<version>`.
 *
 * @throws {SpecError} when no service has a chosen version.
 */
export async function readServiceViews({ program, versions }: Spec): Promise<ServiceView[]> {
  const services = await Promise.all(
    listServices(program).map(async ({ type }) => ({
      type,
      snapshots: await snapshotsOf(program, type),
    })),
  );
  const known = services.flatMap(({ snapshots }) =>
    snapshots.flatMap(({ version }) => version ?? []),
  );
  const unknown = versions.filter((version) => !known.includes(version));
  if (unknown.length > 0) {
    const all =
      known.length > 0 ? `Its versions are ${[...new Set(known)].join(", ")}` : "It has none";
    throw specError(
      services[0]?.type ?? NoTarget,
      "unknown-version",
      `The specification has no version ${unknown.join(", ")}. ${all}.`,
    );
  }
  return services.flatMap(({ type, snapshots }) => {
    const chosen =
      snapshots.find(({ version }) => version !== undefined && versions.includes(version)) ??
      snapshots.at(-1);
    return withNewest(
      snapshots.map((snapshot) => createServiceView(program, type, snapshot, snapshot === chosen)),
    );
  });
}

/** A version of a service, and the mutator that creates it. Both are absent for a service without versions. */
interface Snapshot {
  readonly version?: string;
  readonly mutator?: MutatorWithNamespace;
}

async function snapshotsOf(program: Program, service: Namespace): Promise<Snapshot[]> {
  const versioning = await resolveVersioning();
  const mutators = versioning?.getVersioningMutators(program, service);
  if (mutators === undefined) return [{}];
  if (mutators.kind === "transient") return [{ mutator: mutators.mutator }];
  return mutators.snapshots.map(({ version, mutator }) => ({ version: version.value, mutator }));
}

/** The versioning library is optional, as it is for the OpenAPI emitter. */
async function resolveVersioning() {
  try {
    return await import("@typespec/versioning");
  } catch {
    return undefined;
  }
}

function createServiceView(
  program: Program,
  service: Namespace,
  { version, mutator }: Snapshot,
  isChosen: boolean,
): ServiceView {
  const [written] = getHttpService(program, service);
  const type = mutator && mutateSubgraphWithNamespace(program, [mutator], service).type;
  const [http] = type?.kind === "Namespace" ? getHttpService(program, type) : [written];
  const name = folderOfService(service.name);
  return {
    name: isChosen || version === undefined ? name : `${name}-${folderOf(version)}`,
    namespace: service,
    ...(version !== undefined && { version }),
    operations: http.operations.map((operation) => ({
      http: withTemplatePath(operation),
      written:
        (type &&
          written.operations.find((otherOperation) => isSameOperation(operation, otherOperation))
            ?.operation) ??
        operation.operation,
      isNewest: true,
    })),
  };
}

/** Operations from one template share a syntax node, in different interfaces. */
function isSameOperation(
  { operation }: HttpOperation,
  { operation: otherOperation }: HttpOperation,
): boolean {
  return (
    operation.node === otherOperation.node &&
    operation.interface?.node === otherOperation.interface?.node
  );
}

function withNewest(views: readonly ServiceView[]): ServiceView[] {
  const newest = new Map(
    views.flatMap((view) => view.operations.map(({ written }) => [written, view] as const)),
  );
  return views.map((view) => ({
    ...view,
    operations: view.operations.map((operation) => ({
      ...operation,
      isNewest: newest.get(operation.written) === view,
    })),
  }));
}

function folderOf(version: string): string {
  return kebabCase(version).replaceAll(/[^a-z0-9-]+/g, "-");
}

/** `PetStore` → `pet-store` */
function kebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

/** The folder of a service. A name in backticks may have any character, also those that lead out of the output folder. */
function folderOfService(name: string): string {
  return kebabCase(name).replaceAll(/[^\p{L}\p{N}_-]+/gu, "-");
}
