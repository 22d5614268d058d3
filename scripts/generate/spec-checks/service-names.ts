import type { DecoratedType, Namespace, Diagnostic } from "@typespec/compiler";
import { findRepeated, specFault } from "./spec-fault.ts";
import type { ServiceView } from "../service-model/service-views.ts";

export function checkFolders(views: readonly ServiceView[]): Diagnostic[] {
  return findRepeated(views, ({ name }) => name).map(([{ name, namespace, version }, first]) =>
    specFault(
      namespace,
      "same-service-name",
      `The files of this service${ofVersion(version)} and of ${fullName(first.namespace)}${ofVersion(first.version)} would be in one folder, "${name}"; give one of ${version === undefined ? "the namespaces" : "them"} another name.`,
    ),
  );
}

function ofVersion(version: string | undefined): string {
  return version === undefined ? "" : ` in version ${version}`;
}

/** Without the versioning library, versions cannot be read. */
export function checkVersioning(
  service: Namespace & DecoratedType,
  views: readonly ServiceView[],
): Diagnostic[] {
  const decorator = service.decorators.find(({ definition }) => definition?.name === "@versioned");
  const isRead = views.some(
    ({ namespace, version }) => namespace === service && version !== undefined,
  );
  if (!decorator || isRead) return [];
  return [
    specFault(
      decorator.node ?? service,
      "versioned-service",
      `The versions of service ${service.name} cannot be read: @typespec/versioning is not installed beside @typespec/openapi3. Install it there, in the version of the compiler.`,
    ),
  ];
}

function fullName({ name, namespace }: Namespace): string {
  return namespace?.name ? `${fullName(namespace)}.${name}` : name;
}
