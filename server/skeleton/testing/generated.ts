import { mkdtemp } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract } from "@contract-toolkit/contract";
import { writeFolder } from "../../../scripts/generate/generated-files/write.ts";
import { generate } from "../../../scripts/generate/index.ts";
import { specify } from "../../../scripts/generate/testing/specification.ts";
import { fixtureFolder, fixtures } from "./fixture-folder.ts";
import { makeModuleFolder } from "./module-folder.ts";

/** The library service does not use the toolkit's decorators. */
export const librarySpec = resolve(import.meta.dirname, "library-service/main.tsp");

/**
 * Generates from a specification into a temporary folder, which is removed after the run. A fixture of this repository is
 * generated once per run, and tests must not change its folder.
 */
export async function generateContracts(entry: string) {
  const isFixture = entry.startsWith(repository);
  const folder = isFixture ? await fixtureOf(entry) : await mkdtemp(join(fixtures, "generated-"));
  if (!isFixture) await generateTo(folder, entry);
  return {
    folder,
    async contract(service: string) {
      const { href } = pathToFileURL(join(folder, service, "index.ts"));
      return ((await import(href)) as { contract: Contract }).contract;
    },
  };
}

/** Generates from the contents of a service's namespace, `shelf`. */
export async function generateFromBody(body: string) {
  await using specification = await specify(body);
  return await generateContracts(specification.entry);
}

async function generateTo(folder: string, entry: string): Promise<void> {
  await writeFolder(folder, await generate(entry));
  await makeModuleFolder(folder);
}

function fixtureOf(entry: string): Promise<string> {
  const name = relative(repository, dirname(entry)).replaceAll(sep, "-");
  return fixtureFolder(name, (folder) => generateTo(folder, entry));
}

const repository = resolve(import.meta.dirname, "../../..");
