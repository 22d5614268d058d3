import { type Diagnostic, type Namespace, type Program } from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { resolveOperationId } from "@typespec/openapi";
import { getOpenAPI3, type OpenAPI3UnversionedServiceRecord } from "@typespec/openapi3";
import {
  isObject,
  type OpenApiDocument,
  type OpenApiResponse,
  operationsAt,
  type Schema,
  schemaReference,
} from "@contract-toolkit/contract";
import { getWebhooks } from "@contract-toolkit/typespec/program";
import { withDiscriminatedBases } from "./discriminated-bases.ts";
import { withInlineDiscriminators } from "./inline-discriminators.ts";
import { encodeBodies } from "../program-mutations/encoded-bodies.ts";
import { markExactDefaults } from "../program-mutations/exact-defaults.ts";
import { markNumberTexts } from "../program-mutations/number-texts.ts";
import { withCorrectedSchemas } from "./schema-corrections.ts";
import { separateSharedRoutes, sharedRoutesOf, withSharedPaths } from "./shared-routes.ts";
import { withExplodedObjects } from "./exploded-objects.ts";
import {
  separateInheritedNames,
  withInheritedNames,
} from "../program-mutations/inherited-names.ts";
import { separateRouteConstants, withUriTemplates } from "./uri-templates.ts";
import { withFileTypes } from "./file-types.ts";
import { markXml } from "./xml-objects.ts";
import { separateReadOnlyFields } from "../program-mutations/visibility.ts";
import { refuse, specError } from "../spec-checks/spec-fault.ts";
import type { Spec } from "../compile.ts";
import { markPatterns } from "../program-mutations/pattern-reasons.ts";
import type { ServiceView } from "../service-model/service-views.ts";
import { markPositions, sourceExtension } from "../source-positions.ts";

/** One service of the specification with its documents. */
export interface ServiceDocuments {
  readonly namespace: Namespace;
  readonly version?: string;
  /** OpenAPI 3.0, for types and middleware. */
  readonly openapi30: OpenApiDocument;
  /** OpenAPI 3.1 with webhooks, for publishing. */
  readonly openapi31: OpenApiDocument;
  /** OpenAPI 3.1 with source positions, for validators. */
  readonly annotated: OpenApiDocument;
}

/**
 * Emits the OpenAPI documents of every service.
 *
 * @throws {SpecError} when the emitter reports an error.
 */
export async function emitDocuments(
  spec: Spec,
  views: readonly ServiceView[],
): Promise<ServiceDocuments[]> {
  markPatterns(spec.program);
  encodeBodies(spec.program);
  markNumberTexts(spec.program);
  markExactDefaults(spec.program);
  separateReadOnlyFields(spec.program);
  markXml(
    spec.program,
    views.flatMap(({ operations }) => operations.map(({ http }) => http)),
  );
  const written = views.flatMap(({ operations }) =>
    operations.map((operation) => operation.written),
  );
  separateRouteConstants(spec.program, written);
  separateInheritedNames(spec.program);
  const shared = views.flatMap(({ operations }) => sharedRoutesOf(operations).flat());
  separateSharedRoutes(spec.program, [...new Set(shared.map(({ written }) => written))]);
  const paths = new Map(
    shared.map(({ http }) => [resolveOperationId(spec.program, http.operation), http.path]),
  );
  const published30 = await emitAll(spec.program, "3.0.0", paths, views);
  markPositions(spec, [...new Set(views.map(({ namespace }) => namespace))]);
  const annotated = await emitAll(spec.program, "3.1.0", paths, views);
  // Emitting is the slowest step, so positions are removed from a copy instead of emitting again.
  const published31 = annotated.map((emitted) => ({
    ...emitted,
    document: withoutPositions(emitted.document),
  }));
  return views.map(({ namespace, version }) => {
    const webhooks = getWebhooks(spec.program, namespace);
    const openapi31 = withRefusals(documentOf(published31, namespace, version));
    return {
      namespace,
      ...(version !== undefined && { version }),
      openapi30: documentOf(published30, namespace, version),
      openapi31: webhooks
        ? withWebhooks(
            openapi31,
            withRefusals(documentOf(published31, webhooks, version)),
            webhooks,
          )
        : openapi31,
      annotated: documentOf(annotated, namespace, version),
    };
  });
}

function withoutPositions<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (key, value: unknown) =>
    key === sourceExtension && isPosition(value) ? undefined : value,
  ) as Part;
}

/** A field or header may also be called `x-source`. */
function isPosition(value: unknown): boolean {
  return isObject(value) && typeof value["file"] === "string" && typeof value["line"] === "number";
}

type OpenApiVersion = "3.0.0" | "3.1.0";

interface Emitted {
  readonly namespace: Namespace;
  readonly version?: string;
  readonly document: OpenApiDocument;
}

async function emitAll(
  program: Program,
  version: OpenApiVersion,
  paths: ReadonlyMap<string, string>,
  views: readonly ServiceView[],
): Promise<Emitted[]> {
  const known = new Set(program.diagnostics);
  const records = await getOpenAPI3(program, { "openapi-versions": [version] });
  // The emitter reports duplicate schema names to the program and continues.
  refuseErrors(program.diagnostics.filter((diagnostic) => !known.has(diagnostic)));
  return records
    .flatMap((record) =>
      record.versioned
        ? record.versions.map((version) => ({ ...emittedOf(version), version: version.version }))
        : [emittedOf(record)],
    )
    .map((emitted) => {
      const document = withSharedPaths(emitted.document, paths);
      return {
        ...emitted,
        document: withUriTemplates(document, httpOperationsById(program, emitted, views)),
      };
    });
}

/** The operations of a document by their id. */
function httpOperationsById(
  program: Program,
  { namespace, version }: Emitted,
  views: readonly ServiceView[],
): Map<string, HttpOperation> {
  const view = views.find((view) => view.namespace === namespace && view.version === version);
  const operations = view?.operations ?? [];
  return new Map(operations.map(({ http }) => [resolveOperationId(program, http.operation), http]));
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  refuse(diagnostics.filter(({ severity }) => severity === "error").map(withNameAdvice));
}

function withNameAdvice(error: Diagnostic): Diagnostic {
  const advice =
    "Some fields of a model are not in all messages, so requests have schemas named after the model and the verb: Item, ItemCreate, ItemUpdate. Rename one of the models, or give it a @friendlyName.";
  return error.code === "@typespec/openapi/duplicate-type-name"
    ? { ...error, message: `${error.message} ${advice}` }
    : error;
}

function emittedOf({
  service,
  document,
  diagnostics,
}: Pick<OpenAPI3UnversionedServiceRecord, "service" | "document" | "diagnostics">): Emitted {
  refuseErrors(diagnostics);
  const copy = withInheritedNames(document);
  return {
    namespace: service.type,
    document: withFileTypes(
      withExplodedObjects(
        withInlineDiscriminators(withDiscriminatedBases(withCorrectedSchemas(copy))),
      ),
    ),
  };
}

/** OpenAPI 3.1, Webhooks: the operations that the service calls, keyed by name instead of path. */
function withWebhooks(
  document: OpenApiDocument,
  hooks: OpenApiDocument,
  namespace: Namespace,
): OpenApiDocument {
  const webhooks = Object.values(hooks.paths).flatMap((item) =>
    Object.entries(item).map(
      ([method, operation]) => [operation.operationId, { [method]: operation }] as const,
    ),
  );
  const components = (["schemas", "parameters", "responses"] as const).map((kind) => {
    const own = document.components?.[kind];
    return [kind, mergeComponents(own, hooks.components?.[kind], namespace)] as const;
  });
  return {
    ...document,
    webhooks: Object.fromEntries(webhooks),
    components: { ...document.components, ...Object.fromEntries(components) },
  };
}

/**
 * Adds the responses outside any operation (`@refusal`) to every operation that does not document their status itself.
 */
export function withRefusals(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const operations = operationsAt(copy.paths);
  for (const [name, schema] of Object.entries(copy.components?.schemas ?? {})) {
    const statuses = schema["x-refusal"] ?? [];
    if (statuses.length === 0) continue;
    copy.components = {
      ...copy.components,
      responses: { ...copy.components?.responses, [name]: refusalResponse(name, schema) },
    };
    for (const status of statuses)
      for (const { responses } of operations)
        responses[status] ??= { $ref: `#/components/responses/${name}` };
  }
  return copy;
}

/** A shared response: copies in each operation would make up most of a large document. */
function refusalResponse(component: string, { description }: Schema): OpenApiResponse {
  return {
    description: description ?? "A response outside any operation, for example to an unknown path.",
    content: { "application/json": { schema: { $ref: schemaReference(component) } } },
    "x-refusal": true,
  };
}

function mergeComponents(
  own: Readonly<Record<string, unknown>> = {},
  theirs: Readonly<Record<string, unknown>> = {},
  namespace: Namespace,
): Readonly<Record<string, unknown>> {
  for (const [name, component] of Object.entries(theirs)) {
    if (name in own && JSON.stringify(own[name]) !== JSON.stringify(component)) {
      throw specError(
        namespace.models.get(name) ?? namespace,
        "same-component",
        `The service and its webhooks both have a component "${name}", and they differ; rename one (@friendlyName) or share it.`,
      );
    }
  }
  return { ...own, ...theirs };
}

function documentOf(
  documents: readonly Emitted[],
  namespace: Namespace,
  version: string | undefined,
): OpenApiDocument {
  const own = documents.filter((document) => document.namespace === namespace);
  // Webhooks may have no versions although their service has some.
  const found = own.find((emitted) => emitted.version === version) ?? own.at(-1);
  if (!found)
    throw specError(
      namespace,
      "no-service",
      `${namespace.name} is not a @service of this specification.`,
    );
  return found.document;
}
