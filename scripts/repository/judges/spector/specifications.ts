import { glob } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ScenarioMockApi } from "@typespec/spec-api";

/** One of Spector's specifications, with its scenarios. */
export interface Specification {
  /** Its folder below `specs`, such as `encode/duration`. */
  readonly name: string;
  readonly entry: string;
  /** Each scenario has one exchange or several, with the exact request and response. */
  readonly scenarios: Readonly<Record<string, ScenarioMockApi>>;
}

const home = dirname(fileURLToPath(import.meta.resolve("@typespec/http-specs/package.json")));

/** The folder that `tsp-spector serve` serves. */
export const specificationsFolder = join(home, "specs");

/** Reads all specifications of `@typespec/http-specs`, sorted by name. */
export async function readSpecifications(): Promise<Specification[]> {
  const folders: string[] = [];
  for await (const file of glob("**/main.tsp", { cwd: specificationsFolder }))
    folders.push(dirname(file));
  return Promise.all(
    folders.sort().map(async (folder) => {
      const { href } = pathToFileURL(join(home, "dist/specs", folder, "mockapi.js"));
      const mock = (await import(href)) as { Scenarios: Specification["scenarios"] };
      const entry = join(specificationsFolder, folder, "main.tsp");
      return { name: folder.replaceAll(sep, "/"), entry, scenarios: mock.Scenarios };
    }),
  );
}
