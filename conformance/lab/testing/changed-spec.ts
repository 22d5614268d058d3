import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createSourceFile, NodeHost, type CompilerHost } from "@typespec/compiler";
import { writeFolder } from "../../../scripts/cli/generated-files/write.ts";
import { compileSpec, type Spec, warningsOf } from "../../../scripts/generate/compile.ts";
import { gapsOf } from "../../../scripts/generate/traceability/interface-coverage.ts";
import { generateFrom, suiteFiles } from "../../../scripts/generate/index.ts";
import { readServices } from "../../../scripts/generate/service-model/read-services.ts";
import type { OpenApiDocument, Sample } from "@contract-toolkit/contract";
import { loadSuite, type Suite } from "../../index.ts";

/** A file of the specification with its changed text. */
export interface ChangedFile {
  /** As the compiler names the file: absolute, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The suite and the document of a service. */
export interface ServiceSuite {
  readonly suite: Suite;
  readonly document: OpenApiDocument;
}

const specEntry = resolve(import.meta.dirname, "../../../spec/main.tsp");

const sampleFile = /\/samples(\/[^/]+)?\.tsp$/;

/**
 * Compiles the specification with one file changed and without its samples. A sample that the change breaks would
 * otherwise stop the compilation.
 *
 * @throws {SpecError} when the rest does not compile
 */
export function compileChanged(change?: ChangedFile): Promise<Spec> {
  return compileSpec(specEntry, { host: hostWith(change, false) });
}

/** Lists the messages of `contract generate` and `contract check` about a changed specification. */
export async function refusalsOf(change?: ChangedFile): Promise<readonly string[]> {
  try {
    const spec = await compileSpec(specEntry, { host: hostWith(change, true) });
    const { coverage } = await generateFrom(spec, await readServices(spec));
    return [...warningsOf(spec), ...(coverage ? gapsOf(coverage) : [])];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function hostWith(change: ChangedFile | undefined, keepsSamples: boolean): CompilerHost {
  return {
    ...NodeHost,
    async readFile(path) {
      if (path === change?.path) return createSourceFile(change.text, path);
      return keepsSamples || !sampleFile.test(path)
        ? NodeHost.readFile(path)
        : createSourceFile("", path);
    },
  };
}

/**
 * Loads the suite of a service of a compiled specification, with the committed samples.
 *
 * @throws {SpecError} when the specification uses something that is not supported
 */
export async function suiteOf(spec: Spec, name: string): Promise<ServiceSuite> {
  const service = (await readServices(spec)).find((service) => service.name === name);
  if (!service) throw new RangeError(`There is no service ${name}.`);
  const samples = JSON.parse(
    await readFile(join("generated", name, "samples.json"), "utf8"),
  ) as Sample[];
  const folder = await mkdtemp(join(tmpdir(), "changed-"));
  try {
    await writeFolder(folder, new Map(await suiteFiles(service, samples)));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    return {
      suite: await loadSuite(folder),
      document: service.documents.openapi31,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
