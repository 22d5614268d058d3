import { join } from "node:path";
import { warningsOf, type Spec } from "../generate/compile.ts";
import { generateFrom, type GeneratedFiles } from "../generate/index.ts";
import { readServices } from "../generate/service.ts";
import { sampleFaults } from "../generate/samples/faults.ts";
import { gapsOf } from "../generate/traceability/interface-coverage.ts";
import { exponentialUnions, unionAdvice } from "../generate/validation/recursive-unions.ts";
import { compareFolder } from "../output/compare.ts";
import { advice } from "../redos/linear.ts";
import { weakPatterns } from "../redos/patterns.ts";
import { weakExpressions } from "../redos/source-code.ts";
import { advised, listed, type CheckResult, type Reporter } from "./result.ts";

/** Checks the specification, and that what is in `out` follows from it. */
export async function checkSpecification(
  spec: Spec,
  out: string,
  isGeneratedOnly: boolean,
  report: Reporter,
): Promise<void> {
  const services = await readServices(spec);
  const { files, coverage } = await generateFrom(spec, services);
  report(await generatedAreCurrent(files, out));
  if (isGeneratedOnly) return;
  report(listed("lint rules of the specification pass", warningsOf(spec)));
  report(listed("samples fit their schemas", sampleFaults(spec, services)));
  report(advised("patterns of the specification take linear time", weakPatterns(spec), advice));
  report(
    advised(
      "recursive unions of the specification take no exponential time",
      exponentialUnions(spec, services),
      unionAdvice,
    ),
  );
  report(
    advised(
      "expressions of the generated validators take linear time",
      expressionsOfValidators(files, out),
      advice,
    ),
  );
  if (coverage)
    report(
      listed("every row of the documented interface has a place and is shown", gapsOf(coverage)),
    );
}

async function generatedAreCurrent(files: GeneratedFiles, out: string): Promise<CheckResult> {
  const { differences } = await compareFolder(out, files);
  const isForeign = differences.some(({ kind }) => kind === "foreign");
  const keep = ` --keep PATH (for each foreign file of yours, from ${out}; or remove it)`;
  return advised(
    "generated files are up to date",
    differences.map(({ file, kind }) => `${kind.padEnd(8)} ${join(out, file)}`),
    `Run: npx contract generate${isForeign ? keep : ""}`,
  );
}

function expressionsOfValidators(files: GeneratedFiles, out: string): string[] {
  return [...files].flatMap(([name, text]) =>
    /validators(-\w+)?\.js$/.test(name) ? weakExpressions(text, join(out, name)) : [],
  );
}
