import { spawn } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFolder } from "../../../generate/generated-files/write.ts";
import { generate } from "../../../generate/index.ts";
import { makeModuleFolder } from "../../../../server/skeleton/testing/module-folder.ts";
import { follow } from "../../../../server/skeleton/testing/running-process.ts";
import { playSpecification, type ScenarioResult } from "./play.ts";
import { specificationsFolder, type Specification } from "./specifications.ts";

/** The results of a specification. If it was not generated, all its scenarios have failed. */
export interface SpecificationResult {
  readonly name: string;
  readonly isGenerated: boolean;
  readonly scenarios: readonly ScenarioResult[];
}

const spector = join(import.meta.dirname, "../node_modules/.bin/tsp-spector");

/** Generates from each specification and plays its scenarios on our server and with our client. */
export async function measure(
  specifications: readonly Specification[],
): Promise<SpecificationResult[]> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), "spector-"));
  const coverage = join(temporary.path, "coverage.json");
  const options = ["--port", "0", "--coverageFile", coverage];
  await using mock = follow(spawn(spector, ["serve", specificationsFolder, ...options]));
  const [, port = ""] = await mock.printed(/Started server on \S+:(\d+)/);
  const results: SpecificationResult[] = [];
  for (const specification of specifications) {
    const folder = join(temporary.path, specification.name);
    results.push(await measureOne(specification, folder, `http://localhost:${port}`));
  }
  return results;
}

async function measureOne(
  specification: Specification,
  folder: string,
  mock: string,
): Promise<SpecificationResult> {
  const { name, entry } = specification;
  try {
    await writeFolder(folder, await generate(entry));
  } catch (error) {
    const reason = `not generated: ${error instanceof Error ? error.message : String(error)}`;
    const scenarios = Object.keys(specification.scenarios);
    return {
      name,
      isGenerated: false,
      scenarios: scenarios.map((scenario) => ({ scenario, server: reason, client: reason })),
    };
  }
  await makeModuleFolder(folder);
  return {
    name,
    isGenerated: true,
    scenarios: await playSpecification(specification, folder, mock),
  };
}
