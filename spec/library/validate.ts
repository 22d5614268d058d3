import { navigateProgram, type Program } from "@typespec/compiler";
import { chosenIds, declaredChoices } from "./choices.ts";
import { $lib } from "./decorators.ts";
import { addRefusalSamples } from "./refusal-samples.ts";
import { siblingCheck } from "./field-rules.ts";

/**
 * Does what needs the whole program: reports names that point at nothing, or at what no rule reaches, and adds the samples of
 * refusals.
 */
export function $onValidate(program: Program): void {
  const known = new Set(declaredChoices(program).map(({ value }) => value.id));
  for (const [id, targets] of chosenIds(program)) {
    if (known.has(id)) continue;
    for (const target of targets) {
      $lib.reportDiagnostic(program, {
        code: "unknown-choice",
        target,
        format: { id, known: [...known].join(", ") },
      });
    }
  }
  navigateProgram(program, { modelProperty: siblingCheck(program) });
  addRefusalSamples(program);
}
