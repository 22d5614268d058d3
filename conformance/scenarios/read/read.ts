import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { readProviderStates, readStep, type Step, type Vocabulary } from "./read-steps.ts";
import { stepsIn } from "./rows.ts";
import { parseYaml } from "./yaml.ts";

const ending = ".yaml";

/**
 * Reads the scenarios of a folder in the order of their file names.
 *
 * @throws {FileError} with file and line, when a scenario refers to something unknown or is not written as README.md says
 * @example
 * const scenarios = await readScenarios("spec/catalogue/scenarios", { suites: [suite], providerStates: ["item"] });
 */
export async function readScenarios(folder: string, vocabulary: Vocabulary): Promise<Scenario[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const file = join(folder, name);
      return readScenario(file, await readFile(file, "utf8"), vocabulary);
    }),
  );
}

export function readScenario(file: string, text: string, vocabulary: Vocabulary): Scenario {
  const root = parseYaml(file, text);
  const { why, fresh, providerState, steps } = root.fields(
    ["why", "steps"],
    ["fresh", "providerState"],
  );
  const lengths = (fresh?.entries() ?? []).map(
    ([name, length]) => [name, length.number()] as const,
  );
  const reader = {
    ...vocabulary,
    names: new Set(["inbox", "server", ...lengths.map(([name]) => name)]),
  };
  const all: Step[] = [
    ...(providerState?.items() ?? []).flatMap((item) => readProviderStates(item, reader)),
    ...stepsIn(steps).flatMap((step) => readStep(step, reader)),
  ];
  return {
    id: `scenario/${basename(file, ending)}`,
    kind: "scenario",
    why: why?.text().trim() ?? "",
    source: root.source,
    fresh: Object.fromEntries(lengths),
    steps: all.map((step, at) => ({ ...step, title: `step ${at + 1} (${step.title})` })),
  };
}
