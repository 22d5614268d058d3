import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { ShownRow } from "@contract-toolkit/conformance/internal";
import { specError, targetAt } from "../spec-checks/spec-fault.ts";
import type { Spec } from "../compile.ts";
import type { Service } from "../service-model/service.ts";

/**
 * Reads the requirements that scenario steps show, from the files in `<service>/scenarios` beside the entry file.
 *
 * @throws {SpecError} with file and line for an invalid scenario, and for a step that shows a requirement and expects nothing
 */
export async function readScenarioSteps(
  spec: Spec,
  services: readonly Service[],
): Promise<ShownRow[]> {
  const { root, entry } = spec;
  const files: string[] = [];
  for (const { name } of services) {
    const folder = join(dirname(entry), name, "scenarios");
    const names = await readdir(folder).catch(() => []);
    files.push(...names.filter((name) => name.endsWith(".yaml")).map((name) => join(folder, name)));
  }
  if (files.length === 0) return [];
  // The suite is loaded only if there are scenarios.
  const { FileError, readShownRows } = await import("@contract-toolkit/conformance/internal");
  const shown: ShownRow[] = [];
  for (const file of files.sort()) {
    try {
      shown.push(...readShownRows(relative(root, file), await readFile(file, "utf8")));
    } catch (error) {
      throw error instanceof FileError
        ? specError(targetAt(spec, error.source), "scenario", error.reason)
        : error;
    }
  }
  return shown;
}
