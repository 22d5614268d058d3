import type { Diagnostic } from "@typespec/compiler";
import { weakPatterns } from "./spec-checks/patterns.ts";
import { boundsCodesOf } from "./error-codes.ts";
import { choicesPage } from "./choices.ts";
import { warningsAbout } from "./diagnostics/warnings.ts";
import { refuse } from "./spec-checks/spec-fault.ts";
import { compileSpec, type Spec, type SpecOptions } from "./compile.ts";
import {
  clientValidatorsDeclaration,
  entryModule,
  validatorsDeclaration,
} from "./modules/entry.ts";
import { conversionsFiles } from "./modules/conversions.ts";
import { enumValuesDeclaration, enumValuesModule } from "./modules/enum-values.ts";
import { eventsModule } from "./modules/events.ts";
import { coverInterface, type Coverage } from "./traceability/interface-coverage.ts";
import { coveragePage } from "./traceability/page.ts";
import { readRequirements } from "./traceability/rows.ts";
import { readScenarioSteps } from "./traceability/scenario-steps.ts";
import { handlersModule } from "./modules/handlers.ts";
import { operationsDeclaration, operationsModule } from "./modules/operations.ts";
import { publishedDocuments } from "./openapi/published.ts";
import { exponentialUnions } from "./spec-checks/recursive-unions.ts";
import { fittingSamples, sampleViolations } from "./samples/violations.ts";
import { readServices } from "./service-model/read-services.ts";
import { type Service } from "./service-model/service.ts";
import {
  type MessageSchemas,
  type OpenApiDocument,
  type Sample,
  shortMessages,
} from "@contract-toolkit/contract";
import { getChoices } from "@contract-toolkit/typespec/program";
import type { GeneratedFiles } from "./generated-files/manifest.ts";
import { formatGeneratedJson, LONGEST_READABLE } from "./modules/compact-output.ts";
import { inSecondThread, startSecondThread } from "./second-thread.ts";
import { clientSchemas } from "./validation/compiled-schemas.ts";
import { messagesOf, serverSchemasOf } from "./validation/service-schemas.ts";
import { compileValidators } from "./validation/validators.ts";

/**
 * Generates everything from a specification. The same specification gives the same bytes.
 *
 * @param entry TypeSpec file, for example `spec/main.tsp`
 * @throws {SpecError} when the specification does not compile or uses something unsupported, when a pattern or a
 * recursive union may take more than linear time, or when a sample is invalid.
 * @example
 * const files = await generate("spec/main.tsp");
 * files.get("catalogue/openapi.json");
 */
export async function generate(
  entry: string,
  {
    onStep = () => undefined,
    onWarning = () => undefined,
    ...options
  }: SpecOptions & {
    readonly onStep?: OnStep;
    readonly onWarning?: (warning: Diagnostic) => void;
  } = {},
): Promise<GeneratedFiles> {
  onStep(`compiling ${entry}`);
  startSecondThread();
  const { spec, services } = await readSpecification(entry, options);
  onStep("checking samples");
  refuse(sampleViolations(spec, services));
  warningsAbout(spec, services).forEach(onWarning);
  return (await generateFrom(spec, services, onStep)).files;
}

type OnStep = (line: string) => void;

/** A compiled specification whose samples have not been checked yet. */
export interface Specification {
  readonly spec: Spec;
  readonly services: readonly Service[];
}

/**
 * Compiles a specification and reads its services.
 *
 * @throws {SpecError} as `generate` does, except for samples.
 */
export async function readSpecification(
  entry: string,
  options?: SpecOptions,
): Promise<Specification> {
  const spec = await compileSpec(entry, options);
  refuse(weakPatterns(spec));
  const services = await readServices(spec);
  refuse(exponentialUnions(spec, services));
  return { spec, services };
}

/** Generated files, and the coverage of the documented interface if the project lists its requirements. */
export interface Generated {
  readonly files: GeneratedFiles;
  readonly coverage?: Coverage;
}

/**
 * Generates everything from a compiled specification. Patterns and recursive unions are not checked again.
 *
 * @param services result of `readServices`
 * @throws {SpecError} when the specification uses something unsupported.
 */
export async function generateFrom(
  spec: Spec,
  services: readonly Service[],
  onStep?: OnStep,
): Promise<Generated> {
  const samples = new Map(services.map((service) => [service, fittingSamples(spec, service)]));
  const tables = await readRequirements(spec);
  const coverage =
    tables &&
    coverInterface(spec, services, samples, tables, await readScenarioSteps(spec, services));
  const files = new Map<string, string>();
  files.set("choices.md", choicesPage(spec, services));
  if (coverage) files.set("coverage.md", coveragePage(coverage));
  for (const service of services) {
    onStep?.(`validators of ${service.name}`);
    for (const [name, content] of await generateService(
      spec,
      services,
      service,
      samples.get(service) ?? [],
    )) {
      files.set(`${service.name}/${name}`, content);
    }
  }
  return { files, ...(coverage && { coverage }) };
}

async function generateService(
  spec: Spec,
  services: readonly Service[],
  service: Service,
  samples: readonly Sample[],
): Promise<[string, string][]> {
  const beside = [
    inSecondThread("validators", "client-validators", clientSchemas(messagesOf(service))),
    inSecondThread("types", service.documents.openapi30),
  ] as const;
  const { openapi30, openapi31 } = publishedDocuments(service, services, samples);
  const events = eventsModule(spec, service);
  const values = enumValuesModule(service);
  const [suite, clientValidators, types] = await Promise.all([
    suiteFiles(service, samples, { openapi31: withChoices(spec, service, openapi31) }),
    ...beside,
  ]);
  return [
    ...suite,
    ["openapi.json", formatGeneratedJson(openapi30)],
    ["types.ts", types],
    ["operations.d.ts", operationsDeclaration(service)],
    ["validators.d.ts", validatorsDeclaration()],
    ...clientValidators,
    ["client-validators.d.ts", clientValidatorsDeclaration()],
    ["handlers.ts", handlersModule(service)],
    ...(values === undefined
      ? []
      : [
          ["values.js", values] satisfies [string, string],
          ["values.d.ts", enumValuesDeclaration(service)] satisfies [string, string],
        ]),
    ...conversionsFiles(service),
    ...(events === undefined ? [] : [["events.ts", events] satisfies [string, string]]),
  ];
}

function withChoices(
  { program }: Spec,
  { namespace }: Service,
  document: OpenApiDocument,
): OpenApiDocument {
  const choices = getChoices(program, namespace);
  return choices.length === 0 ? document : { ...document, "x-choices": choices };
}

function messagesText(messages: MessageSchemas): string {
  const text = formatGeneratedJson(messages);
  return text.length > LONGEST_READABLE ? formatGeneratedJson(shortMessages(messages)) : text;
}

/** The files that the conformance suite needs: the contract as data, its validators and samples. */
export async function suiteFiles(
  service: Service,
  samples: readonly Sample[],
  {
    openapi31 = service.documents.openapi31,
    messages = messagesOf(service),
    server = serverSchemasOf(service),
  } = {},
): Promise<[string, string][]> {
  return [
    ["openapi-3.1.json", formatGeneratedJson(openapi31)],
    ["operations.js", operationsModule(service)],
    ...(await compileValidators("validators", server)),
    ["samples.json", formatGeneratedJson(samples)],
    ["messages.json", messagesText(messages)],
    ["index.ts", entryModule(service, boundsCodesOf(server))],
  ];
}
