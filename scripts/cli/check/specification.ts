import { join } from "node:path";
import { warningsOf } from "@contract-toolkit/generate/compile";
import { lines } from "@contract-toolkit/generate/spec-checks/spec-fault";
import { generateFrom, type GeneratedFiles, type Specification } from "@contract-toolkit/generate";
import { sampleViolations } from "@contract-toolkit/generate/samples/violations";
import { gapsOf } from "@contract-toolkit/generate/traceability/interface-coverage";
import { exponentialUnions } from "@contract-toolkit/generate/spec-checks/recursive-unions";
import { compareFolder } from "@contract-toolkit/generate/generated-files/compare";
import { advice } from "@contract-toolkit/schemas/redos/linear";
import { weakPatterns } from "@contract-toolkit/generate/spec-checks/patterns";
import { weakExpressions } from "./source-code.ts";
import { advisedCheck, checkResult, type CheckResult, type Reporter } from "./result.ts";

/** Checks the specification, and that the generated files in `out` are up to date. */
export async function checkSpecification(
  { spec, services }: Specification,
  out: string,
  isGeneratedOnly: boolean,
  report: Reporter,
): Promise<void> {
  const { files, coverage } = await generateFrom(spec, services);
  report(await generatedAreCurrent(files, out));
  if (isGeneratedOnly) return;
  report(checkResult("lint rules of the specification pass", warningsOf(spec)));
  report(checkResult("samples fit their schemas", lines(sampleViolations(spec, services))));
  report(checkResult("patterns of the specification take linear time", lines(weakPatterns(spec))));
  report(
    checkResult(
      "recursive unions of the specification take no exponential time",
      lines(exponentialUnions(spec, services)),
    ),
  );
  report(
    advisedCheck(
      "expressions of the generated validators take linear time",
      expressionsOfValidators(files, out),
      advice,
    ),
  );
  if (coverage)
    report(
      checkResult(
        "every requirement of the documented interface has a place and is shown",
        gapsOf(coverage),
      ),
    );
}

async function generatedAreCurrent(files: GeneratedFiles, out: string): Promise<CheckResult> {
  const { differences } = await compareFolder(out, files);
  const isForeign = differences.some(({ kind }) => kind === "foreign");
  const keep = ` --keep PATH (once for each foreign file that stays; PATH starts at ${out}), or remove the foreign files`;
  const lines = differences.map(({ file, kind }) => `  ${kind.padEnd(8)} ${join(out, file)}`);
  // The files are indented below one line, so that they become one annotation.
  const first = `${lines.length} files in ${out} differ from what the specification generates:`;
  return advisedCheck(
    "generated files are up to date",
    lines.length > 0 ? [first, ...lines] : [],
    `Run: npx contract generate${isForeign ? keep : ""}`,
  );
}

function expressionsOfValidators(files: GeneratedFiles, out: string): string[] {
  return [...files].flatMap(([name, text]) =>
    /validators(-\w+)?\.js$/.test(name) ? weakExpressions(text, join(out, name)) : [],
  );
}
