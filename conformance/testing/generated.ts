import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeFolder } from "../../scripts/output/write.ts";
import { generate, type GeneratedFiles } from "../../scripts/generate/index.ts";
import type { Engine } from "../../server/skeleton/index.ts";
import { loadSuite, type Suite } from "../index.ts";
import { testEngine } from "./engine.ts";
import { makeModuleFolder } from "./module-folder.ts";

/** What a specification gives, in a folder of its own. */
export interface GeneratedFolder extends AsyncDisposable {
  readonly folder: string;
  load(service: string): Promise<Suite>;
  /** The engine that this run of the tests is for. */
  engine({ contract }: Suite): Promise<Engine>;
}

/** The foreign specification: another domain, none of the toolkit's own decorators. */
export const lendingSpec = resolve(import.meta.dirname, "../lab/fixtures/lending/main.tsp");

/** Generates from a specification into a temporary folder. */
export async function generateInto(entry: string): Promise<GeneratedFolder> {
  const folder = await mkdtemp(join(tmpdir(), "generated-"));
  await writeFolder(folder, await filesOf(entry));
  await makeModuleFolder(folder);
  return {
    folder,
    load: (service) => loadSuite(join(folder, service)),
    engine: ({ contract }) => testEngine(contract, join(folder, contract.name)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A fixture that many files need is compiled once for those of a worker. */
function filesOf(entry: string): Promise<GeneratedFiles> {
  if (!entry.startsWith(fixtures)) return generate(entry);
  const known = generated.get(entry);
  if (known) return known;
  const files = generate(entry);
  generated.set(entry, files);
  return files;
}

const fixtures = resolve(import.meta.dirname, "..");

const generated = new Map<string, Promise<GeneratedFiles>>();
