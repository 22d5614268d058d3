import {
  getOpExamples,
  getSourceLocation,
  type ObjectValuePropertyDescriptor,
  type OpExample,
  type Operation,
  type Program,
  type Value,
} from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { $lib } from "./decorators.ts";
import {
  addExample,
  addProviderStates,
  type DeclaredExample,
  readSampleMessages,
} from "./samples.ts";
import { getRefusalSamples, type WrittenSample } from "./declarations.ts";
import { noteOfCopies } from "./decorated-copies.ts";
import { responseOfExample } from "./examples.ts";
import { servicesOf } from "./message-fields.ts";
import { showsError, unsampledErrors } from "./sampled-errors.ts";

/**
 * Adds the samples of `@refusalSamples` to every operation of the service that documents the refusal and has no sample
 * of it.
 */
export function addRefusalSamples(program: Program): void {
  for (const { namespace, operations } of servicesOf(program)) {
    const declared = getRefusalSamples(program, namespace) ?? [];
    if (declared.length === 0) continue;
    const added = new Set(
      operations.flatMap((http) => addDeclaredSamples(program, http, declared)),
    );
    for (const { title, literal: target } of declared.filter(
      (writtenSample) => !added.has(writtenSample),
    )) {
      const message = `No operation of the service gets the sample '${title}': each that documents its status and code has a sample of its own. Correct its returnType, or remove it.`;
      $lib.reportDiagnostic(program, { code: "unused-refusal", target, format: { message } });
    }
  }
}

/** The samples of an operation as written from top to bottom, those of `@refusalSamples` last. */
export function sortedSamples(program: Program, operation: Operation): readonly OpExample[] {
  const examples = getOpExamples(program, operation);
  const own = examples.filter((example) => !isOfRefusal(example));
  return [...own.toSorted(bySource), ...examples.filter(isOfRefusal)];
}

/** Where a sample is written. */
export function writtenAt(example: OpExample): Value | undefined {
  return isDeclared(example) ? example.declaredAt : (example.parameters ?? example.returnType);
}

function addDeclaredSamples(
  program: Program,
  http: HttpOperation,
  declared: readonly WrittenSample[],
): WrittenSample[] {
  const { operation } = http;
  const success = sortedSamples(program, operation).find((sample) =>
    isSuccessSample(program, http, sample),
  );
  if (!success) return [];
  const errors = unsampledErrors(program, http);
  return declared.filter((refusal) => {
    const example = refusalExample(http, success, refusal);
    const shown = responseOfExample(program, http, example);
    if (!shown || !errors.some((error) => showsError(program, shown, error))) return false;
    noteOfCopies(operation, (target) => {
      addExample(program, target, example);
      // A provider state needs a request.
      if (example.parameters) addProviderStates(program, target, refusal);
    });
    return true;
  });
}

function refusalExample(
  http: HttpOperation,
  success: OpExample,
  { title, description, literal }: WrittenSample,
): DeclaredExample {
  const { parameters, ...response } = readSampleMessages(literal);
  return {
    title,
    description,
    ...withParameters(http, success.parameters, parameters),
    ...response,
    declaredAt: literal,
    isRefusal: true,
  };
}

function isSuccessSample(program: Program, http: HttpOperation, example: OpExample): boolean {
  const status = responseOfExample(program, http, example)?.response.statusCodes;
  return typeof status === "number" && status < 400;
}

/** The required parameters of a success, with the parameters of a refusal. */
function withParameters(
  { parameters }: HttpOperation,
  success: Value | undefined,
  refusal: Value | undefined,
): Pick<OpExample, "parameters"> {
  const like = success ?? refusal;
  if (like?.valueKind !== "ObjectValue") return {};
  // If the success shows only its response, the refusal has no request either.
  if (!success && parameters.properties.some(({ property }) => !property.optional)) return {};
  const needless = parameters.properties
    .filter(({ kind, property }) => property.optional && besideBody.has(kind))
    .map(({ property }) => property.name);
  const needed = objectValueProperties(success).filter(([name]) => !needless.includes(name));
  return {
    parameters: { ...like, properties: new Map([...needed, ...objectValueProperties(refusal)]) },
  };
}

const besideBody: ReadonlySet<string> = new Set(["query", "header", "cookie"]);

function objectValueProperties(
  value: Value | undefined,
): [string, ObjectValuePropertyDescriptor][] {
  return value?.valueKind === "ObjectValue" ? [...value.properties] : [];
}

/** Whether a sample is written in `@samples` or `@refusalSamples`. */
export function isDeclared(example: OpExample): example is DeclaredExample {
  return "declaredAt" in example;
}

function isOfRefusal(example: OpExample): boolean {
  return "isRefusal" in example;
}

function bySource(left: OpExample, right: OpExample): number {
  const [a, b] = [left, right].map((opExample) => {
    const value = writtenAt(opExample);
    return value && getSourceLocation(value);
  });
  return (a?.file.path ?? "").localeCompare(b?.file.path ?? "") || (a?.pos ?? 0) - (b?.pos ?? 0);
}
