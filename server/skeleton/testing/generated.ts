import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract } from "@contract-toolkit/kernel";
import { writeFolder } from "../../../scripts/generated-files/write.ts";
import { generate, type GeneratedFiles } from "../../../scripts/generate/index.ts";
import { specify } from "../../../scripts/generate/testing/specification.ts";
import type { Engine } from "../engine.ts";
import { testEngine, type EngineName } from "./engine.ts";
import { makeModuleFolder } from "./module-folder.ts";

/** What a specification gives, in a folder of its own. */
export interface GeneratedContracts extends AsyncDisposable {
  readonly folder: string;
  contract(service: string): Promise<Contract>;
  engine(contract: Contract, name: EngineName): Promise<Engine>;
}

/** The library service: a domain of its own, and none of the toolkit's own decorators. */
export const librarySpec = resolve(import.meta.dirname, "library-service/main.tsp");

/** Generates from a specification into a temporary folder. */
export async function generateContracts(entry: string): Promise<GeneratedContracts> {
  const folder = await mkdtemp(join(tmpdir(), "generated-"));
  await writeFolder(folder, await filesOf(entry));
  await makeModuleFolder(folder);
  return {
    folder,
    async contract(service) {
      const { href } = pathToFileURL(join(folder, service, "index.ts"));
      return ((await import(href)) as { contract: Contract }).contract;
    },
    engine: (contract, name) => testEngine(contract, join(folder, contract.name), name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Generates from what is below the namespace of a service, `shelf`. */
export async function generateFromBody(body: string): Promise<GeneratedContracts> {
  await using specification = await specify(body);
  return await generateContracts(specification.entry);
}

/** A fixture that many files need is compiled once for those of a worker. */
function filesOf(entry: string): Promise<GeneratedFiles> {
  if (!entry.startsWith(repository)) return generate(entry);
  const known = generated.get(entry);
  if (known) return known;
  const files = generate(entry);
  generated.set(entry, files);
  return files;
}

const repository = resolve(import.meta.dirname, "../../..");

const generated = new Map<string, Promise<GeneratedFiles>>();
