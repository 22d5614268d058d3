import type { Diagnostic, Value } from "@typespec/compiler";
import type { HttpProperty, HttpStatusCodesEntry } from "@typespec/http";
import { responseProperties } from "@contract-toolkit/typespec/program";
import {
  editState,
  explainErrors,
  type Violation,
  pointerName,
  type Sample,
  sentRequest,
  statusKeyOf,
  type ValidationError,
  valueAt,
} from "@contract-toolkit/contract";
import type { Spec } from "../compile.ts";
import type { Service, ServiceOperation } from "../service-model/service.ts";
import { specFault } from "../spec-checks/spec-fault.ts";
import { compilerOf } from "../validation/service-schemas.ts";
import { readExamples, readSamples, type ReadSample } from "./samples.ts";
import { partAt } from "./values.ts";

/**
 * Validates the samples of services against their schemas. If the response
 * is an error, the request may be invalid, but must have all path parameters.
 */
export function sampleViolations(spec: Spec, services: readonly Service[]): Diagnostic[] {
  return services.flatMap((service) =>
    readExamples(service, spec).flatMap((read) => {
      const operation = findSampleOperation(service, read);
      return operation?.isNewest ? violationsOfSample(service, operation, read) : [];
    }),
  );
}

/**
 * The samples of a service. For an older version, only the samples that are valid there, because a sample is written
 * for the newest version that has its operation.
 */
export function fittingSamples(spec: Spec, service: Service): Sample[] {
  const isOlder = service.operations.some(({ isNewest }) => !isNewest);
  if (!isOlder) return readSamples(spec, service);
  return readExamples(service, spec)
    .filter((read) => {
      const operation = findSampleOperation(service, read);
      return (
        !operation ||
        operation.isNewest ||
        violationsOfSample(service, operation, read).length === 0
      );
    })
    .map(({ sample }) => sample);
}

function findSampleOperation({ operations }: Service, { sample }: ReadSample) {
  return operations.find(({ operation }) => operation.id === sample.operation);
}

/** Validates a message by its id in the server's schemas. Pointers of violations start at the message. */
function listSampleViolations(service: Service, id: string, value: object): readonly Violation[] {
  const validate = compilerOf(service).getSchema(id);
  // The validator fills in defaults.
  if (!validate || validate(structuredClone(value)) === true) return [];
  return explainErrors((validate.errors ?? []) as readonly ValidationError[]);
}

function violationsOfSample(
  service: Service,
  serviceOperation: ServiceOperation,
  { sample, example }: ReadSample,
): Diagnostic[] {
  const { id } = serviceOperation.operation;
  const { status, ...result } = sample.response;
  const faultOf = (
    value: Value | undefined,
    properties: Properties,
    violation: Violation,
    advice: string,
  ) =>
    specFault(
      value
        ? partAt(value, pathTo(properties, violation.pointer))
        : serviceOperation.http.operation,
      "invalid-sample",
      `Sample "${sample.name}" of ${id}: ${violation.pointer} ${violation.reason}. ${advice}`,
    );
  const request = sentRequest(sample);
  const isUnnamed = ({ pointer }: Violation) =>
    pointer.startsWith("/path/") && valueAt(request, pointer) === undefined;
  const asked = (
    sample.isResponseOnly ? [] : listSampleViolations(service, `${id}.request`, request)
  )
    .filter((violation) => status < 400 || isUnnamed(violation))
    .map((violation) => {
      const { parameters, returnType } = example;
      const properties = parameters ? serviceOperation.http.parameters.properties : [];
      return faultOf(
        parameters ?? returnType,
        properties,
        violation,
        isUnnamed(violation)
          ? "Give the sample parameters with the whole path."
          : requestAdvice(sample),
      );
    });
  const documented = statusKeyOf(serviceOperation.operation.responses, status) ?? status;
  const answered = listSampleViolations(service, `${id}.${documented}`, result).map((violation) => {
    const response = serviceOperation.http.responses.find(({ statusCodes }) =>
      includesStatus(statusCodes, status),
    );
    const properties = response ? responseProperties(response) : [];
    return faultOf(example.returnType, properties, violation, responseAdvice);
  });
  return [...asked, ...answered];
}

function includesStatus(codes: HttpStatusCodesEntry, status: number): boolean {
  return typeof codes === "object"
    ? codes.start <= status && status <= codes.end
    : codes === status;
}

type Properties = readonly HttpProperty[];

/** The path in the sample of the value at a pointer in the message. */
function pathTo(properties: Properties, pointer: string): string[] {
  const [part = "", ...steps] = pointer.split("/").slice(1).map(pointerName);
  if (part === "body") {
    const body = properties.find(({ kind }) => kind === "body" || kind === "bodyRoot");
    return [...(body?.path ?? []).map(String), ...steps];
  }
  const property = properties.find(
    (property) =>
      (property.kind === part || `${property.kind}s` === part) &&
      "options" in property &&
      property.options.name === steps[0],
  );
  return (property?.path ?? []).map(String);
}

const responseAdvice = "Correct the response, or the rule that it breaks.";

function requestAdvice({ providerStates, response }: Sample): string {
  const isEdited = providerStates.some(({ name }) => name === editState);
  return isEdited && response.status < 400
    ? "Correct what the provider state sets, or respond with an error."
    : "Correct the request, or the rule that it breaks; a request that must be refused needs an error as its response.";
}
